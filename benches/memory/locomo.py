"""LoCoMo: does a search find the turns that a question's answer stands in?

    python3 benches/memory/locomo.py locomo10.json [--ctx PATH] [--limit 10] [--most N]

The file is `data/locomo10.json` of the public LoCoMo data (ten conversations, about 2,000 questions with the turns that
hold the evidence). Every conversation becomes a store of its own; each question is asked with `ctx search --json`. The
questions' own evidence is the judge: recall of evidence turns among the first hits, and the reciprocal rank of the first.
Beside it: FTS5 with the porter tokenizer, any word, BM25, over the same turns. Adversarial questions (category 5) have
no answer in the text and are left out.
"""
import argparse, json, os, re, sqlite3, subprocess, tempfile

CATEGORIES = {1: "several turns", 2: "time", 3: "open domain", 4: "one turn"}
STOP = set("a about am an and any are as at be been but by can could did do does for from had has have he her his how i if "
           "in is it its me my of on or our she so some than that the their them then there they this to was we were what "
           "when where which while who whom why will with would you your".split())


def turns(conversation):
    """Every turn: its id and its words, with the speaker and the text of a picture."""
    for name, value in conversation.items():
        if not re.fullmatch(r"session_\d+", name):
            continue
        date = conversation.get(f"{name}_date_time", "")
        for turn in value:
            picture = f" [picture: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            yield turn["dia_id"], f"{turn['dia_id']} {turn['speaker']} ({date}): {turn['text']}{picture}"


def transcript(path, conversation, session):
    with open(path, "w") as file:
        for at, (name, text) in enumerate(turns(conversation)):
            role = "user" if at % 2 == 0 else "assistant"
            line = {"type": role, "uuid": f"{session}-{name}", "sessionId": session, "cwd": "/locomo",
                    "timestamp": f"2024-01-01T{at // 3600 % 24:02}:{at // 60 % 60:02}:{at % 60:02}.000Z",
                    "message": {"role": role, "content": [{"type": "text", "text": text}]}}
            file.write(json.dumps(line) + "\n")


class Ctx:
    def __init__(self, program, conversation, session):
        self.program, self.home = program, tempfile.TemporaryDirectory()
        path = os.path.join(self.home.name, "t.jsonl")
        transcript(path, conversation, session)
        self.run("store", "--import", path)

    def run(self, *words):
        env = {key: value for key, value in os.environ.items() if not key.startswith("CTX")}
        env.update(HOME=self.home.name, XDG_DATA_HOME=self.home.name, XDG_CONFIG_HOME=self.home.name)
        return subprocess.run([self.program, *words], capture_output=True, text=True, env=env, cwd=self.home.name).stdout

    def search(self, question, limit):
        out = self.run("search", "--all-projects", "--json", "--limit", str(limit), "--", question)
        found = []
        for hit in json.loads(out)["hits"] if out.strip() else []:
            name = hit["source"].split(" ")[0]
            if name not in found:
                found.append(name)
        return found


class Fts5:
    def __init__(self, conversation):
        self.db = sqlite3.connect(":memory:")
        self.db.execute("CREATE VIRTUAL TABLE t USING fts5(name UNINDEXED, body, tokenize='porter unicode61')")
        self.db.executemany("INSERT INTO t VALUES (?, ?)", list(turns(conversation)))

    def search(self, question, limit):
        words = [word for word in re.findall(r"\w+", question.lower()) if word not in STOP]
        if not words:
            return []
        expression = " OR ".join(f'"{word}"' for word in words)
        query = "SELECT name FROM t WHERE t MATCH ? ORDER BY bm25(t) LIMIT ?"
        return [name for (name,) in self.db.execute(query, (expression, limit))]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--ctx", default="ctx")
    parser.add_argument("--limit", type=int, default=10)
    parser.add_argument("--most", type=int, default=10**9, help="so many questions a conversation")
    given = parser.parse_args()
    sums = {}
    for number, sample in enumerate(json.load(open(given.file))):
        systems = {"ctx": Ctx(given.ctx, sample["conversation"], f"locomo-{number}"), "fts5": Fts5(sample["conversation"])}
        questions = [one for one in sample["qa"] if one["category"] != 5 and one.get("evidence")]
        for question in questions[: given.most]:
            wanted = {name.strip() for text in question["evidence"] for name in re.split(r"[;,\s]+", text) if name}
            for system, searcher in systems.items():
                found = searcher.search(question["question"], given.limit)
                ranks = [at for at, name in enumerate(found) if name in wanted]
                recall, first = len(ranks) / len(wanted), 1 / (ranks[0] + 1) if ranks else 0
                for group in ("all", CATEGORIES[question["category"]]):
                    row = sums.setdefault((group, system), [0, 0.0, 0.0])
                    row[0] += 1
                    row[1] += recall
                    row[2] += first
    print(f"{'':15}{'questions':>10}{'':7}{'recall@' + str(given.limit):>10}{'MRR':>8}")
    for (group, system), (count, recall, first) in sorted(sums.items()):
        print(f"{group:15}{count:>10} {system:6}{recall / count:>10.3f}{first / count:>8.3f}")


main()
