"""Turns texts into vectors with a sentence model (MiniLM), for `assay pairs`.

    python embed_text.py MODEL.onnx VOCABULARY.txt TEXTS.json OUT.bin

TEXTS.json is a list of texts; OUT.bin gets 384 float32 numbers per text, in that order, of length 1. Prints "progress DONE ALL" on the way.
One text at a time: the model scales its 8-bit numbers over a whole batch, so in a batch a vector would depend on its neighbours.
"""
import concurrent.futures
import json
import os
import sys
import threading
import unicodedata

import numpy
import onnxruntime

MOST_TOKENS = 64  # what an API does is said in fewer
LONGEST_WORD = 100  # longer ones are no words
REPORT_EVERY = 200


def split_words(text):
    """Words and punctuation, lower case without accents, as the model's vocabulary was made."""
    words, word = [], ""
    for char in unicodedata.normalize("NFD", text.lower()):
        category = unicodedata.category(char)
        if category == "Mn" or (category[0] == "C" and char not in "\t\n\r"):
            continue
        # Everything of ASCII that is neither letter nor digit counts as punctuation: $ and ^ as well.
        alone = category[0] == "P" or (char < "\x7f" and not char.isalnum() and not char.isspace()) or "\u4e00" <= char <= "\u9fff"
        if (alone or char.isspace()) and word:
            words.append(word)
            word = ""
        if alone:
            words.append(char)
        elif not char.isspace():
            word += char
    return words + [word] if word else words


def pieces_of(word, vocabulary):
    """WordPiece: the longest beginning that is known, then the longest beginning of the rest."""
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                pieces.append(vocabulary[piece])
                start = end
                break
        else:
            return [vocabulary["[UNK]"]]
    return pieces if len(word) <= LONGEST_WORD else [vocabulary["[UNK]"]]


def tokens_of(text, vocabulary):
    pieces = [piece for word in split_words(text) for piece in pieces_of(word, vocabulary)]
    return [vocabulary["[CLS]"], *pieces[: MOST_TOKENS - 2], vocabulary["[SEP]"]]


def vector_of(session, tokens):
    """The mean over the tokens, of length 1."""
    ids = numpy.array([tokens], numpy.int64)
    feeds = {"input_ids": ids, "attention_mask": numpy.ones_like(ids), "token_type_ids": numpy.zeros_like(ids)}
    mean = session.run(None, feeds)[0][0].mean(axis=0, dtype=numpy.float64)
    return (mean / numpy.linalg.norm(mean)).astype(numpy.float32)


def main():
    model, words, texts_path, out_path = sys.argv[1:]
    with open(words, encoding="utf-8") as file:
        vocabulary = {line.rstrip("\n"): number for number, line in enumerate(file)}
    with open(texts_path, encoding="utf-8") as file:
        texts = json.load(file)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    done, lock = 0, threading.Lock()

    def embed(text):
        nonlocal done
        vector = vector_of(session, tokens_of(text, vocabulary))
        with lock:
            done += 1
            if done % REPORT_EVERY == 0:
                print(f"progress {done} {len(texts)}", flush=True)
        return vector

    # The session lets go of Python's lock while it runs, so threads do.
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        vectors = list(pool.map(embed, texts))
    with open(out_path, "wb") as file:
        for vector in vectors:
            file.write(vector.tobytes())


if __name__ == "__main__":
    main()
