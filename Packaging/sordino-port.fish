# fish completion for sordino-port. Install to /usr/share/fish/vendor_completions.d/sordino-port.fish.
complete -c sordino-port -f -a '(__fish_complete_directories)'
complete -c sordino-port -s p -l patch -d 'print a patch of what is mechanical'
complete -c sordino-port -s a -l apply -d 'write what is mechanical into the files'
complete -c sordino-port -s h -l help -d 'print a short help'
complete -c sordino-port -l version -d 'print the version'
