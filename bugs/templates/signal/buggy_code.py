"""The program of issue @ID@, on its own because it takes its process down."""
import @MODULE@  # TODO: under the name that the report uses

print("about to call", flush=True)
# TODO: the call
