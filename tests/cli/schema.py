# SPDX-License-Identifier: BSD-3-Clause
"""JSON that topomap prints, held against its schema.

schema.py FOLDER DOCUMENT...: for each schema of the folder a line says "ok NAME" or "wrong NAME: why",
whether it is a schema and describes each member. Then for each document: whether it has what the
schema says that its name begins with (plan.3 is a plan) and nothing else; and, changed in any of its
members, no longer has.
"""
import copy
import json
import pathlib
import sys

import jsonschema


def parts(schema):
    """The schema and all that are inside of it."""
    yield schema
    for key in ("properties", "definitions", "patternProperties"):
        for inner in schema.get(key, {}).values():
            yield from parts(inner)
    if isinstance(schema.get("items"), dict):
        yield from parts(schema["items"])


def strict(schema):
    """Schemas allow members that a later release may add; what this release prints is all there."""
    schema = copy.deepcopy(schema)
    for part in parts(schema):
        if "properties" in part:
            part.setdefault("additionalProperties", False)
    return jsonschema.Draft7Validator(schema)


def changed(document):
    """The document without a member, with another one, and with members of another type."""
    yield "another member", {**document, "no such member": 1}
    for key in document:
        yield f"without {key}", {k: v for k, v in document.items() if k != key}
        yield f"with another {key}", {**document, key: {"no such member": [{}]}}


def check(schema, validator, document):
    """What is wrong with a document; None: nothing."""
    for error in validator.iter_errors(document):
        return f"{'/'.join(map(str, error.path))}: {error.message[:300]}"
    for what, other in changed(document):
        optional = what.startswith("without ") and what[8:] not in schema["required"]
        if validator.is_valid(other) != optional:
            return f"{what} it is {'in' * optional}valid"
    return None


def documented(schema):
    """What is wrong with a schema; None: nothing."""
    try:
        jsonschema.Draft7Validator.check_schema(schema)
    except jsonschema.SchemaError as error:
        return error.message
    if schema["properties"]["schema_version"]["const"] < 1:
        return "schema_version"
    for part in parts(schema):
        for name, member in part.get("properties", {}).items():
            if "$ref" in member:
                member = schema["definitions"][member["$ref"].rsplit("/", 1)[1]]
            if not member.get("description"):
                return f"{name} is not described"
    return None


def tell(name, wrong):
    print(f"wrong {name}: {wrong}" if wrong else f"ok {name}")


def main(folder, documents):
    schemas = {}
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        tell(path.name, documented(schema))
        schemas[path.stem] = schema, strict(schema)
    for name in documents:
        try:
            document = json.loads(pathlib.Path(name).read_text(encoding="utf-8"))
        except ValueError as error:
            tell(name, error)
            continue
        tell(name, check(*schemas[name.partition(".")[0]], document))


main(sys.argv[1], sys.argv[2:])
