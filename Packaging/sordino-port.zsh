#compdef sordino-port
# zsh completion for sordino-port. Install to /usr/share/zsh/site-functions/_sordino-port.
_arguments \
    '(-p --patch -a --apply)'{-p,--patch}'[print a patch of what is mechanical]' \
    '(-p --patch -a --apply)'{-a,--apply}'[write what is mechanical into the files]' \
    '(-h --help)'{-h,--help}'[print a short help]' \
    '--version[print the version]' \
    '1:folder of a package:_directories'
