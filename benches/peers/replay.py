"""Prints the folds that put what a tool shows in the place of each shell result of one transcript.

    replay.py NAME PROGRAM HOME FOLD-JUDGE TRANSCRIPT"""
import json, os, sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import judges
from tools import CLASSES

name, program, home, judge, transcript = sys.argv[1:]
for fold in judges.shell_digests(CLASSES[name](program, home), judges.load_judge(judge), transcript):
    print(json.dumps(fold))
