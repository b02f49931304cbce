# fish completion for audioctl. Install to /usr/share/fish/vendor_completions.d/audioctl.fish.
complete -c audioctl -f
complete -c audioctl -s j -l json -d 'print JSON, one value per line'
complete -c audioctl -s f -l follow -d 'status, live with levels'
complete -c audioctl -s a -l all -d 'listen: every artefact, not the first 20 of each kind'
complete -c audioctl -s o -l output -r -F -d 'where simulate and timeline leave what they made'
complete -c audioctl -l listen -x -d 'console: an address, a port or both'
complete -c audioctl -l certificate -r -F -d 'console: encrypts with this certificate'
complete -c audioctl -l key -r -F -d 'console: the key of the certificate'
complete -c audioctl -l name -x -d 'console: a name of this machine'
complete -c audioctl -s b -l bus -x -d 'the bus at this D-Bus address'
complete -c audioctl -s y -l system -d 'the system bus'
complete -c audioctl -s h -l help -d 'print a short help'
complete -c audioctl -l version -d 'print the version'

# The words that are no options: the command and what follows it, without the word that is typed.
function __audioctl_words
    set -l words
    set -l skips 0
    for word in (commandline -opc)[2..-1]
        if test $skips = 1
            set skips 0
        else if contains -- $word -b --bus -o --output --listen --certificate --key --name
            set skips 1
        else if not string match -q -- '-*' $word
            set -a words $word
        end
    end
    # Nothing at all without words: an empty line would be one.
    set -q words[1]; and printf '%s\n' $words
end

# Whether the command is one of the given, and so many words stand behind it.
function __audioctl_at
    set -l words (__audioctl_words)
    test (count $words) -eq (math $argv[1] + 1); and contains -- $words[1] $argv[2..-1]
end

function __audioctl_apps
    audioctl --json status 2>/dev/null | string match -ra '"bundleID":"[^"]*"' | string split -f4 '"'
end

function __audioctl_ports
    audioctl --json status 2>/dev/null | string match -ra '"uid":"[^"]*"' | string split -f4 '"'
end

function __audioctl_outputs
    audioctl --json outputs 2>/dev/null | string match -ra '"uid":"[^"]*"' | string split -f4 '"'
end

function __audioctl_command
    complete -c audioctl -n 'test (count (__audioctl_words)) -eq 0' -a $argv[1] -d $argv[2]
end

__audioctl_command status 'the programs, and which of them are heard'
__audioctl_command doctor 'problems with sound, and remedies'
__audioctl_command watch 'every decision, as it is made'
__audioctl_command console 'a page of the device for a browser'
__audioctl_command tui 'the same on the terminal'
__audioctl_command why 'why a program is silent, low or interrupted'
__audioctl_command route 'where each program is heard; pick an output'
__audioctl_command outputs 'every output, also in other rooms'
__audioctl_command play-to 'plays to outputs, or to the device itself'
__audioctl_command setup 'outputs and their loudspeakers; a tone from each'
__audioctl_command volume 'the volume of the device'
__audioctl_command ringer 'the ringer switch'
__audioctl_command lock 'the lock of the screen'
__audioctl_command injection 'whether programs may add their sound to calls'
__audioctl_command app 'where a program stands'
__audioctl_command remote 'a key of a headset'
__audioctl_command zone 'rooms and seats; move a program to one'
__audioctl_command voice 'what voice processing hears and does; microphone modes'
__audioctl_command inter-device 'this device as a USB sound card'
__audioctl_command permissions 'which programs may record'
__audioctl_command policy 'the configuration of the device'
__audioctl_command replay 'make the decisions of a log again'
__audioctl_command simulate 'play a scenario'
__audioctl_command timeline 'the timeline of a log'
__audioctl_command listen 'artefacts in a sound file'
__audioctl_command call 'a phone call'
__audioctl_command alarm 'an alarm'
__audioctl_command assistant 'the assistant'
__audioctl_command emergency 'an emergency alert'
__audioctl_command microphone 'the built-in microphone'
__audioctl_command plug 'an accessory comes'
__audioctl_command unplug 'an accessory goes'
__audioctl_command reset 'the media services are lost and come back'

complete -c audioctl -n '__audioctl_at 0 permissions' -a 'allow deny reset'
complete -c audioctl -n '__audioctl_at 1 permissions' -a '(__audioctl_apps)'
complete -c audioctl -n '__audioctl_at 1 voice' -a 'standard wide isolation'
complete -c audioctl -n '__audioctl_at 0 policy' -a 'show check diff reload'
complete -c audioctl -n '__audioctl_at 1 policy' -F
complete -c audioctl -n '__audioctl_at 2 policy' -F
complete -c audioctl -n '__audioctl_at 0 why app remote zone voice' -a '(__audioctl_apps)'
complete -c audioctl -n '__audioctl_at 0 route' -a '(__audioctl_ports)'
for number in (seq 0 8)
    complete -c audioctl -n "__audioctl_at $number play-to" -a 'local (__audioctl_outputs)'
end
complete -c audioctl -n '__audioctl_at 0 play-to' -a without
complete -c audioctl -n '__audioctl_at 0 setup' -a '(__audioctl_ports)'
complete -c audioctl -n '__audioctl_at 0 volume' -a 'up down'
complete -c audioctl -n '__audioctl_at 0 ringer' -a 'silent on'
complete -c audioctl -n '__audioctl_at 0 lock emergency injection inter-device' -a 'on off'
complete -c audioctl -n '__audioctl_at 0 microphone' -a 'muted open'
complete -c audioctl -n '__audioctl_at 1 app' -a 'foreground inactive background suspended'
complete -c audioctl -n '__audioctl_at 1 remote' -a 'play pause toggle stop next previous forward back position rate'
complete -c audioctl -n '__audioctl_at 0 call' -a 'ring accept decline end'
complete -c audioctl -n '__audioctl_at 1 call; and test (__audioctl_words)[2] = ring' -a banner
complete -c audioctl -n '__audioctl_at 0 alarm' -a 'start stop'
complete -c audioctl -n '__audioctl_at 0 assistant' -a 'capturing speaking dismissed'
complete -c audioctl -n '__audioctl_at 0 plug unplug' -a 'headphones headset line-out bluetooth bluetooth-speaker hdmi usb airplay'
complete -c audioctl -n '__audioctl_at 0 console replay simulate timeline listen' -F
