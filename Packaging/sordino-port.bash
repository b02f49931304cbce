# bash completion for sordino-port. Install to /usr/share/bash-completion/completions/sordino-port.
_sordino_port() {
    local word=${COMP_WORDS[COMP_CWORD]}
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "--patch --apply --help --version" -- "$word")
    else
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -d -- "$word")
    fi
}
complete -F _sordino_port sordino-port
