"""Many spots: what varies, one row a spot, the folder that keeps the rows, processes or a cluster that make them."""
