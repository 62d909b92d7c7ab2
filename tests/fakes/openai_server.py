"""A chat server that misbehaves on request.

  openai_server.py LOG      prints its address on the first line and serves until it is killed

The prompt's own words say what goes wrong: `fail 2` (500 twice, then an answer), `limit 1 0.3` (429 once, with Retry-After 0.3),
`cut 1` (half a reply once), `empty 1` (a reply without choices once), `slow 2` (answers after 2 s), `misfit` (a wrong answer first, a right
one when asked again), `misfit-always`, `cutoff` (stops at max_tokens), `toolong` (context length), `leak` (401 that repeats the key), `plain`
(takes no response_format), `decline` (a refusal in place of an answer), `old` (takes no max_tokens), `broke` (429 that no waiting cures). Every request adds a JSON line to LOG; so does every answer.
"""
import collections
import http.server
import json
import re
import sys
import threading
import time

seen = collections.Counter()
lock = threading.Lock()


def log(**line) -> None:
    with lock, open(sys.argv[1], "a") as file:
        file.write(json.dumps(line) + "\n")


def error(message: str, **more) -> dict:
    return {"error": dict(message=message, **more)}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, status: int, body, headers=(), keep: float = 1.0) -> None:
        data = (body if isinstance(body, str) else json.dumps(body)).encode()
        data = data[:int(len(data) * keep)]
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        self.reply(200, {"data": [{"id": "fake-1"}]}) if self.path == "/v1/models" else self.reply(404, error("no such page"))

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        first = next(m["content"] for m in body["messages"] if m["role"] == "user")
        text, turns = first, len(body["messages"])
        with lock:
            seen[text] += 1
            number = seen[text]
        log(asked=text, number=number, turns=turns, body=body, key=self.headers.get("Authorization", ""))
        if not self.trouble(text, number, body):
            self.answer(text, turns, body)

    def trouble(self, text: str, number: int, body: dict) -> bool:
        """True when the request was dealt with."""
        def word(name):
            found = re.search(rf"\b{name} (\d+)(?: ([\d.]+))?", text)
            return (int(found[1]), found[2]) if found else (0, "")
        if number <= word("fail")[0]:
            self.reply(500, error("the server stumbles"))
        elif number <= word("limit")[0]:
            self.reply(429, error("slow down", code="rate_limit_exceeded"), [("Retry-After", word("limit")[1])])
        elif number <= word("empty")[0]:
            self.reply(200, {"id": "x"})
        elif "broke" in text:
            self.reply(429, error("no credit", code="insufficient_quota"))
        elif "toolong" in text:
            self.reply(400, error("This model's maximum context length is 8 tokens", code="context_length_exceeded"))
        elif "leak" in text:
            self.reply(401, error("wrong key: " + self.headers.get("Authorization", "")))
        elif "plain" in text and "response_format" in body:
            self.reply(400, error("response_format is not supported", param="response_format"))
        elif "old" in text and "max_tokens" in body:
            self.reply(400, error("Unsupported parameter: 'max_tokens'", code="unsupported_parameter", param="max_tokens"))
        else:
            return False
        return True

    def answer(self, text: str, turns: int, body: dict) -> None:
        slow = re.search(r"\bslow ([\d.]+)", text)
        time.sleep(float(slow[1]) if slow else 0)
        content = f"answer to {text} with seed {body.get('seed')}"
        if "response_format" in body or "JSON schema" in body["messages"][-1]["content"]:
            content = '```json\n{"name": "relu", "count": 2}\n```' if "response_format" not in body else '{"name": "relu", "count": 2}'
            if "misfit-always" in text or ("misfit" in text and turns == 1):
                content = '{"name": 7}'
        finish = "length" if "cutoff" in text else "stop"
        reply = {"model": "fake-1", "choices": [{"message": {"role": "assistant", "content": content[:5] if finish == "length" else content},
                                                 "finish_reason": finish}],
                 "usage": {"prompt_tokens": 10, "completion_tokens": 5}}
        if "decline" in text:
            reply["choices"][0]["message"].update(content=None, refusal="I will not.")
        cut = re.search(r"\bcut (\d+)", text)
        if cut and seen[text] <= int(cut[1]):
            self.reply(200, reply, keep=0.5)
        else:
            self.reply(200, reply)
            log(answered=text, turns=turns)


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        pass  # clients that hang up are part of the play


if __name__ == "__main__":
    server = Server(("127.0.0.1", 0), Handler)
    print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
    server.serve_forever()
