"""Prints the folds that put what a tool shows in the place of each shell result of one transcript.

    replay.py NAME PROGRAM FOLDER FOLD-JUDGE TRANSCRIPT"""
import json, os, sys, tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import sessions
from tools import CLASSES

name, program, folder, judge, transcript = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
tool = CLASSES[name](program, tempfile.mkdtemp(dir=folder))
try:
    for fold in sessions.shell_digests(tool, sessions.load_judge(judge), transcript):
        print(json.dumps(fold))
finally:
    tool.close()
