"""Many rows made by processes or a cluster: works, their folders of Parquet files, and the engine on joblib."""
