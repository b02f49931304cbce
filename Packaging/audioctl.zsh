#compdef audioctl
# zsh completion for audioctl. Install to /usr/share/zsh/site-functions/_audioctl.

_audioctl_apps() {
    local -a names
    names=(${(f)"$(audioctl --json status 2>/dev/null | grep -o '"bundleID":"[^"]*"' | cut -d'"' -f4)"})
    _describe 'program' names
}

_audioctl_ports() {
    local -a uids
    uids=(${(f)"$(audioctl --json status 2>/dev/null | grep -o '"uid":"[^"]*"' | cut -d'"' -f4)"})
    compadd -a uids
}

_audioctl_outputs() {
    local -a uids
    uids=(${(f)"$(audioctl --json outputs 2>/dev/null | grep -o '"uid":"[^"]*"' | cut -d'"' -f4)"})
    compadd -a uids
}

_audioctl() {
    local context state state_descr line
    typeset -A opt_args
    _arguments -C \
        '(-j --json)'{-j,--json}'[print JSON, one value per line]' \
        '(-f --follow)'{-f,--follow}'[status, live with levels]' \
        '(-a --all)'{-a,--all}'[listen: every artefact, not the first 20 of each kind]' \
        '(-o --output)'{-o,--output}'[where simulate and timeline leave what they made]:path:_files' \
        '--listen[console: an address, a port or both]:place:' \
        '--certificate[console: encrypts with this certificate]:file:_files' \
        '--key[console: the key of the certificate]:file:_files' \
        '*--name[console: a name of this machine]:host:_hosts' \
        '(-b --bus -y --system)'{-b,--bus}'[the bus at this D-Bus address]:address:' \
        '(-b --bus -y --system)'{-y,--system}'[the system bus]' \
        '(-h --help)'{-h,--help}'[print a short help]' \
        '--version[print the version]' \
        '1:command:->command' '*::argument:->argument'
    case $state in
        command)
            local -a commands
            commands=(
                'status:the programs, and which of them are heard' 'doctor:problems with sound, and remedies'
                'watch:every decision, as it is made' 'console:a page of the device for a browser'
                'tui:the same on the terminal' 'why:why a program is silent, low or interrupted'
                'route:where each program is heard; pick an output' 'outputs:every output, also in other rooms'
                'play-to:plays to outputs, or to the device itself' 'setup:outputs and their loudspeakers; a tone from each'
                "volume:the device's volume"
                'ringer:the ringer switch' "lock:the screen's lock"
                'injection:whether programs may add their sound to calls' 'app:where a program stands'
                'remote:a key of a headset' 'zone:rooms and seats; move a program to one'
                'voice:what voice processing hears and does; microphone modes'
                'inter-device:this device as a USB sound card' 'permissions:which programs may record' 'policy:the configuration of the device'
                'replay:make the decisions of a log again' 'simulate:play a scenario'
                'timeline:the timeline of a log' 'listen:artefacts in a sound file' 'call:a phone call' 'alarm:an alarm' 'assistant:the assistant'
                'emergency:an emergency alert' 'microphone:the built-in microphone' 'plug:an accessory comes'
                'unplug:an accessory goes' 'reset:the media services are lost and come back'
            )
            _describe 'command' commands
            ;;
        argument)
            # `*::` leaves the words from the command on: it is the first.
            case $words[1]/$CURRENT in
                why/2 | app/2 | remote/2 | zone/2 | voice/2 | permissions/3) _audioctl_apps ;;
                route/2 | setup/2) _audioctl_ports ;;
                play-to/*) compadd local without; _audioctl_outputs ;;
                volume/2) compadd up down ;;
                ringer/2) compadd silent on ;;
                lock/2 | emergency/2 | injection/2 | inter-device/2) compadd on off ;;
                microphone/2) compadd muted open ;;
                app/3) compadd foreground inactive background suspended ;;
                voice/3) compadd standard wide isolation ;;
                permissions/2) compadd allow deny reset ;;
                policy/2) compadd show check diff reload ;;
                policy/*) _files ;;
                remote/3) compadd play pause toggle stop next previous forward back position rate ;;
                call/2) compadd ring accept decline end ;;
                call/3) compadd banner ;;
                alarm/2) compadd start stop ;;
                assistant/2) compadd capturing speaking dismissed ;;
                plug/2 | unplug/2) compadd headphones headset line-out bluetooth bluetooth-speaker hdmi usb airplay ;;
                console/2 | replay/2 | simulate/2 | timeline/2 | listen/*) _files ;;
            esac
            ;;
    esac
}

_audioctl "$@"
