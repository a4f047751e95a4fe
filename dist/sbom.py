"""What is compiled into ctx for a target, as CycloneDX 1.5: sbom.py TARGET VERSION. From cargo's own metadata; no network."""

import json
import os
import subprocess
import sys
import time
import uuid


def main() -> None:
    target, version = sys.argv[1:3]
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target]
    data = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    packages = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    root = data["resolve"]["root"]

    def linked(node):
        # Dependencies of build scripts and tests are not in the program.
        return [dep["pkg"] for dep in node["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"])]

    seen, open_ = set(), [root]
    while open_:
        one = open_.pop()
        if one not in seen:
            seen.add(one)
            open_.extend(linked(nodes[one]))

    def purl(package):
        return f"pkg:cargo/{package['name']}@{package['version']}"

    checksums = {}
    with open("Cargo.lock", encoding="utf-8") as lock:
        name = number = None
        for line in lock:
            key, _, value = line.strip().partition(" = ")
            value = value.strip('"')
            if key == "name":
                name = value
            elif key == "version":
                number = value
            elif key == "checksum":
                checksums[name, number] = value

    def component(package, kind="library"):
        entry = {"type": kind, "bom-ref": purl(package), "name": package["name"], "version": package["version"], "purl": purl(package)}
        if package["license"]:
            entry["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
        if checksum := checksums.get((package["name"], package["version"])):
            entry["hashes"] = [{"alg": "SHA-256", "content": checksum}]
        if package.get("repository"):
            entry["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
        return entry

    chosen = sorted((packages[one] for one in seen), key=purl)
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))
    bom = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, ' '.join([target, version, *map(purl, chosen)]))}",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch)),
            "component": component(packages[root], "application"),
            "properties": [{"name": "cargo:target", "value": target}],
        },
        "components": [component(package) for package in chosen if package["id"] != root],
        "dependencies": [
            {"ref": purl(package), "dependsOn": sorted({purl(packages[dep]) for dep in linked(nodes[package["id"]])})}
            for package in chosen
        ],
    }
    json.dump(bom, sys.stdout, indent=1)
    print()


main()
