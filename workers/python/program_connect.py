"""The sockets of a program server: frames of 4 bytes of length and JSON, and who serves which connection.

The first process has imported the framework and obeys orders only; every connection is served by a fork of it, so that several programs
run beside each other with one import.
"""
import json
import os
import signal
import socket
import struct
import traceback
from os import _exit  # a program may replace the name in `os`

import program_isolation as isolation

SOCKET = 3


def receive(channel, size):
    data = b""
    while len(data) < size:
        part = channel.recv(size - len(data))
        if not part:
            raise EOFError
        data += part
    return data


def receive_frame(channel):
    return json.loads(receive(channel, struct.unpack("<I", receive(channel, 4))[0]))


def receive_order(channel):
    """A frame, and the descriptors that came with it."""
    head, passed, _, _ = socket.recv_fds(channel, 4, 1)
    if not head:
        raise EOFError
    head += receive(channel, 4 - len(head))
    return json.loads(receive(channel, struct.unpack("<I", head)[0])), passed


def send_frame(channel, message):
    data = json.dumps(message).encode()
    channel.sendall(struct.pack("<I", len(data)) + data)


def serve(descriptor, serve_one):
    """In a fork: programs one after another, until assay closes the connection."""
    isolation.die_with_parent()
    os.dup2(descriptor, SOCKET, inheritable=False)  # the orders are for the first process alone
    os.close(descriptor)
    channel = socket.socket(fileno=SOCKET)
    while True:
        try:
            request = receive_frame(channel)
        except EOFError:
            return
        send_frame(channel, serve_one(request))


def connect(descriptor, serve_one):
    handler = os.fork()
    if handler == 0:
        code = 1
        try:
            serve(descriptor, serve_one)
            code = 0
        except BaseException:  # noqa: BLE001 - told on the server's own stderr, which assay reads
            traceback.print_exc()
        _exit(code)
    os.close(descriptor)
    return handler


def obey(channel, serve_one):
    """Until assay closes the socket. `serve_one`: from a request to its reply."""
    handlers = set()
    while True:
        try:
            order, passed = receive_order(channel)
        except EOFError:
            return
        if passed:
            handler = connect(passed[0], serve_one)
            handlers.add(handler)
            send_frame(channel, {"handler": handler})
        elif order.get("end") in handlers:
            os.kill(order["end"], signal.SIGKILL)
            os.waitpid(order["end"], 0)
            handlers.remove(order["end"])
