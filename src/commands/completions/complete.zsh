
_ctx_described() {
    local -a found
    local line kind=$1
    shift
    for line in ${(f)"$(_call_program $kind ctx completions "$@" 2>/dev/null)"}; do
        found+=("${${line%%$'\t'*}//:/\\:}:${${line#*$'\t'}//:/\\:}")
    done
    _describe -V "$kind" found
}
_ctx_references() { _ctx_described reference --references ${(q)PREFIX} }
_ctx_sessions() { _ctx_described session --sessions }
_ctx_projects() { _ctx_described project --projects }
