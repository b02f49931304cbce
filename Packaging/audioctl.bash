# bash completion for audioctl. Install to /usr/share/bash-completion/completions/audioctl.
# Outputs that begin with a word. Strangers give them their names: what the shell would carry out is quoted, also for the line.
_audioctl_outputs() {
    local uid
    while IFS= read -r uid; do
        [[ $uid == "$1"* ]] && COMPREPLY+=("$(printf %q "$uid")")
    done < <(audioctl --json outputs 2>/dev/null | grep -o '"uid":"[^"]*"' | cut -d'"' -f4)
}

_audioctl() {
    local word=${COMP_WORDS[COMP_CWORD]} command= argument=0 i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
            -b | --bus | -o | --output | --listen | --certificate | --key | --name) i=$((i + 1)) ;;
            -*) ;;
            *)
                if [[ -z $command ]]; then command=${COMP_WORDS[i]}; else argument=$((argument + 1)); fi
                ;;
        esac
    done
    local words=
    if [[ $word == -* ]]; then
        words="--json --follow --output --all --listen --certificate --key --name --bus --system --help --version"
    else
        case $command/$argument in
            /0) words="status doctor watch console tui why route outputs play-to setup volume ringer lock injection app remote zone voice inter-device permissions policy replay simulate timeline listen call alarm
                assistant emergency microphone plug unplug reset" ;;
            play-to/0) words="local without" ;;
            play-to/*) words="local" ;;
            volume/0) words="up down" ;;
            ringer/0) words="silent on" ;;
            lock/0 | emergency/0 | injection/0 | inter-device/0) words="on off" ;;
            microphone/0) words="muted open" ;;
            app/1) words="foreground inactive background suspended" ;;
            remote/1) words="play pause toggle stop next previous forward back position rate" ;;
            voice/1) words="standard wide isolation" ;;
            permissions/0) words="allow deny reset" ;;
            policy/0) words="show check diff reload" ;;
            policy/*) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
            call/0) words="ring accept decline end" ;;
            call/1) words="banner" ;;
            alarm/0) words="start stop" ;;
            assistant/0) words="capturing speaking dismissed" ;;
            plug/0 | unplug/0) words="headphones headset line-out bluetooth bluetooth-speaker hdmi usb airplay" ;;
            console/0 | replay/0 | simulate/0 | timeline/0 | listen/*) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    if [[ $command == play-to && $word != -* ]]; then _audioctl_outputs "$word"; fi
}
complete -F _audioctl audioctl
