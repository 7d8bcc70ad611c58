{"version":1,"map":[[0,4,1,2]]}
