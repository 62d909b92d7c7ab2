"""Serves one GGUF model over the OpenAI protocol on a loopback port, for `--llm local`.

  llm_server.py MODEL.gguf CONTEXT THREADS

Started by src/llm/local_server.cc with a socket as descriptor 3: when the model is loaded, one line of JSON with the address goes
there. The server ends when that socket closes, so it cannot outlive assay.
"""
import json
import os
import socket
import sys

import xllamacpp


def settings(model: str, context: int, threads: int) -> xllamacpp.CommonParams:
    params = xllamacpp.CommonParams()
    params.model.path = model
    params.n_ctx = context
    params.n_parallel = 1  # one answer at a time is fastest on few cores, and repeats exactly
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    params.cpuparams.poll = params.cpuparams_batch.poll = 0  # spinning threads steal the cores from whoever else works here
    params.n_batch = params.n_ubatch = 512
    params.cache_ram_mib = 0  # the default keeps old prompts in up to 8 GB
    params.n_predict = 1024  # when a request names no max_tokens: a small model may never stop by itself
    params.hostnames = ["127.0.0.1"]
    params.port = 0  # any that is free
    params.ui = False
    params.offline = True
    return params


def main() -> None:
    model, context, threads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    parent = socket.socket(fileno=3)
    server = xllamacpp.Server(settings(model, context, threads))
    parent.sendall(json.dumps({"url": server.listening_address, "version": xllamacpp.__version__}).encode() + b"\n")
    while parent.recv(1):
        pass
    os._exit(0)  # nothing to save; a request under way is not waited for


if __name__ == "__main__":
    main()
