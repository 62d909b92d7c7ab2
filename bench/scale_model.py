"""A model of many agents on one PostgreSQL, fed with costs that bench/scale --model measures.

Discrete events: each agent sends a step every second and meets the others every two, at a moment of its own. The server has `cores`; a
request holds one of them for its measured processor time, or waits for one. The log is flushed by one at a time, for all that are
ready. What the model leaves out: the network, memory, vacuum, and that a core shared with others is slower.
"""
import heapq
import random

CORES = 8  # of the machine that PostgreSQL has for itself
NEW_PER_AGENT = 0.5  # cases with new coverage that an agent offers in a second; early in a campaign it is more
READ_AT_A_TIME = 500  # campaign/exchange.cc
READ_AGAIN = 100
SAMPLED = 17  # one in so many is enough to tell how fast things spread


def line(costs, key):
    """Cost as a + b * lanes, through two measured points."""
    low, high = costs[key]
    slope = max(0.0, (high["server_cpu_ms"] - low["server_cpu_ms"]) / (high["lanes"] - low["lanes"]))
    return lambda lanes: max(0.0, low["server_cpu_ms"] + slope * (lanes - low["lanes"]))


def per_row(costs):
    one = costs["offers"][0]
    return one["server_cpu_ms"] / max(1, one["rows"] / one["count"])


class Server:
    def __init__(self, cores, flush_ms):
        self.free = [0.0] * cores
        self.flush = flush_ms / 1000
        self.flush_ends, self.next_is_taken = 0.0, False
        self.busy = 0.0

    def run(self, now, ms):
        """When a request that comes now and needs so much processor time is done with it."""
        done = max(now, heapq.heappop(self.free)) + ms / 1000
        heapq.heappush(self.free, done)
        self.busy += ms / 1000
        return done

    def commit(self, now):
        """When what was ready at `now` is on the disk: those that come during a flush share the next one."""
        if self.next_is_taken and now >= self.flush_ends:
            self.flush_ends, self.next_is_taken = self.flush_ends + self.flush, False
        if now >= self.flush_ends:
            self.flush_ends = now + self.flush
            return self.flush_ends
        self.next_is_taken = True
        return self.flush_ends + self.flush


class Campaign:
    """Agents by their number; each request is an event of its own, so that all are served in the order of their times."""

    def __init__(self, costs, agents, cores, new_per_agent, seed):
        self.chance = random.Random(seed)
        self.server = Server(cores, costs["flush_ms"])
        self.ms = {op: line(costs, op)(agents) for op in ("step", "totals", "offer")}
        self.row_ms = per_row(costs)
        self.new_per_meeting = 2 * new_per_agent
        self.waits, self.spread = [], []
        self.offered = []  # when it was found
        self.heard = [0] * agents

    def request(self, op, now, number):
        if op == "step":
            return self.server.commit(self.server.run(now, self.ms["step"]))
        if op == "totals":  # changes nothing as long as nobody has died
            return self.server.run(now, self.ms["totals"])
        if op == "offer":
            count = int(self.new_per_meeting) + (self.chance.random() < self.new_per_meeting % 1)
            if count == 0:
                return now
            done = self.server.commit(self.server.run(now, self.ms["offer"]))
            self.offered += [now - self.chance.uniform(0, 2) for _ in range(count)]
            return done
        new = min(READ_AT_A_TIME, len(self.offered) - self.heard[number])
        done = self.server.run(now, self.row_ms * (new + min(READ_AGAIN, self.heard[number])))
        for found in self.offered[self.heard[number]:self.heard[number] + new:SAMPLED]:
            self.spread.append(done - found)
        self.heard[number] += new
        return done


NEXT = {"step": "totals", "totals": "offer", "offer": "offers"}


def simulate(costs, agents, seconds=60, cores=CORES, new_per_agent=NEW_PER_AGENT, seed=1):
    campaign = Campaign(costs, agents, cores, new_per_agent, seed)
    # When, who, what, the how many-th step, and when it began.
    events = [(campaign.chance.uniform(0, 1), number, "step", 0, None) for number in range(agents)]
    heapq.heapify(events)
    while events:
        now, number, op, turn, began = heapq.heappop(events)
        if now > seconds:
            continue
        began = now if op == "step" else began
        done = campaign.request(op, now, number)
        if op == "step":
            campaign.waits.append(done - now)
        if op == "offers" or (op == "step" and turn % 2):
            heapq.heappush(events, (max(began + 1, done), number, "step", turn + 1, None))  # who waits sends nothing meanwhile
        else:
            heapq.heappush(events, (done, number, NEXT[op], turn, began))
    at = lambda values, share: round(sorted(values)[min(len(values) - 1, int(share * len(values)))], 3) if values else 0
    return {"agents": agents, "cores": cores, "new_per_agent": new_per_agent,
            "utilisation": round(campaign.server.busy / (cores * seconds), 3), "steps_per_second": round(len(campaign.waits) / seconds, 1),
            "step_s": {"median": at(campaign.waits, 0.5), "99 %": at(campaign.waits, 0.99)},
            "spread_s": {"median": at(campaign.spread, 0.5), "99 %": at(campaign.spread, 0.99)},
            "unread": len(campaign.offered) - min(campaign.heard)}
