"""FreeFuzz's recorded calls, read from its dump: what it would ask MongoDB, with no server to install.

FreeFuzz asks for few things: the names of the collections, records with given values, a record at random, and one at random that has one
of two fields. The dump is BSON, read here, so that the environment of a bug needs nothing more. A collection is read when it is first
asked for; the whole dump is never in memory.
"""
import os
import random
import struct


def text_at(data, at):
    end = data.index(b"\0", at)
    return data[at:end].decode(), end + 1


def value_at(kind, data, at):
    """A value of BSON and where it ends: the kinds that a dump of calls holds."""
    if kind == 0x01:
        return struct.unpack_from("<d", data, at)[0], at + 8
    if kind == 0x02:
        size = struct.unpack_from("<i", data, at)[0]
        return data[at + 4:at + 3 + size].decode(), at + 4 + size
    if kind in (0x03, 0x04):
        fields, end = document_at(data, at)
        return (list(fields.values()) if kind == 0x04 else fields), end
    if kind == 0x05:
        size = struct.unpack_from("<i", data, at)[0]
        return data[at + 5:at + 5 + size], at + 5 + size
    if kind == 0x07:
        return data[at:at + 12], at + 12
    if kind == 0x08:
        return data[at] != 0, at + 1
    if kind == 0x0A:
        return None, at
    if kind == 0x10:
        return struct.unpack_from("<i", data, at)[0], at + 4
    if kind in (0x09, 0x11, 0x12):
        return struct.unpack_from("<q", data, at)[0], at + 8
    raise ValueError(f"BSON of kind {kind:#x}")


def document_at(data, at):
    end, fields = at + struct.unpack_from("<i", data, at)[0], {}
    at += 4
    while data[at] != 0:
        kind = data[at]
        name, at = text_at(data, at + 1)
        fields[name], at = value_at(kind, data, at)
    return fields, end


def documents(data):
    at = 0
    while at < len(data):
        fields, at = document_at(data, at)
        yield fields


class Answers:
    """What FreeFuzz asks of a cursor."""

    def __init__(self, records):
        self.records = records

    @property
    def alive(self):
        return bool(self.records)

    def next(self):
        return self.records.pop(0)

    def __iter__(self):
        return iter(self.records)


def without(record, fields):
    return {key: value for key, value in record.items() if (fields or {}).get(key, 1)}


class Collection:
    def __init__(self, path):
        self.records = []
        if os.path.exists(path):
            with open(path, "rb") as file:
                self.records = list(documents(file.read()))

    def find(self, wanted, fields=None):
        return Answers([without(record, fields) for record in self.records if all(record.get(key) == wanted[key] for key in wanted)])

    def find_one(self, wanted, fields=None):
        found = self.find(wanted, fields)
        return found.next() if found.alive else None

    def aggregate(self, steps):
        records = self.records
        for step in steps:
            if "$match" in step:
                names = [name for choice in step["$match"]["$or"] for name in choice]
                records = [record for record in records if any(name in record for name in names)]
            else:
                records = random.sample(records, min(step["$sample"]["size"], len(records)))
        return Answers([dict(record) for record in records])


class Database:
    def __init__(self, folder):
        self.folder = folder
        self.read = {}

    def list_collection_names(self):
        return sorted(name[:-len(".bson")] for name in os.listdir(self.folder) if name.endswith(".bson"))

    def __getitem__(self, name):
        if name not in self.read:
            self.read[name] = Collection(os.path.join(self.folder, name + ".bson"))
        return self.read[name]
