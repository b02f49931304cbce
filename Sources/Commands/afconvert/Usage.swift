/// The text that `afconvert -h` prints.
enum Usage {
    static let short = """
        usage: afconvert [option...] input_file [output_file]
               afconvert [option...] input_file -o output_file [-f type] [-o output_file [-f type]]...
               afconvert [option...] input_file input_file input_file...
               afconvert [option...] --manifest list [--shard index/count]
               afconvert -h | -hf

        """

    static let long =
        short + """

            Without an output file, the result is written beside the input, with the usual extension of its type.
            Options may stand anywhere; -f after an -o belongs to that output; after --, all words are file names.
            - is the standard input or output.

            the file:
              -o FILE                       an output file; may be repeated
              -f, --file TYPE               file type: WAVE, AIFF, caff, m4af ... (-hf lists them); default: by the extension
            the data:
              -d, --data FORMAT             data format; default: the usual one of the file type
                    [BE|LE]{F|[U]I}{8|16|24|32|64}   linear samples: LEI16, BEF32; without BE or LE in the byte order of the file type
                    aac, alac, flac, opus, ima4 ...  packets of a codec; alac-24: lossless, 24 bits
                    ...@RATE                         sample rate: LEI16@44100
                    .../FLAGS                        the codec's flags, in hexadecimal digits
                    0                                copies packets unchanged
                    N                                the linear format that a lossless input was made from
              -c, --channels COUNT          add or drop channels, whatever their places
              -l, --channellayout LAYOUT    channel layout: Stereo, MPEG_5_1_A ...; given twice: the input's, then the output's
                  --channelmap LIST         the input channel of each output channel, from 0: 1,0 swaps, -1 is silence
                  --mix                     mix channels that the output does not have into the others
                  --offset FRAMES           skip FRAMES at the beginning
                  --soundcheck-generate     measure the loudness of the output and store it as Sound Check
                  --soundcheck-read         copy the input's Sound Check
                  --read-track INDEX        the number of the audio track to read, from 0
                  --bank FILE               SoundFont or DLS bank for MIDI files; default: the installed bank
                  --prime-override BEFORE BEHIND   priming and remainder frames of the input; -1 keeps its own
            encoders:
              -b, --bitrate BITS            bits a second of all channels together
              -s, --strategy 0...3          constant bit rate, average, constrained variable, variable
              -q, --quality 0...127         quality of the encoder; more takes longer
              -u PROPERTY VALUE             a converter's property: vbrq brat acbf cdqu srcq prmm
                  --gapless-before FILE     the file that ends where this one begins
                  --gapless-after FILE      the file that begins where this one ends
            rates and bits:
              -r, --src-quality 0...127     quality of the sample rate converter; 127 is the default
                  --src-complexity KIND     line, norm, bats or minp
                  --prime-method 0...2      pre, normal, none: what the converter assumes before the first frame
                  --dither 1|2              add noise before samples become integers; 2 shapes it
            many files:
                  --manifest LIST           convert a list of files: lines of input, tab, output; existing outputs are kept
                  --shard INDEX/COUNT       every COUNTth line only, from INDEX on, which counts from 0
            the rest:
              -v, --verbose                 report what was made
              -h, --help                    print this
              -hf, --help-formats           list types of files and the data formats of each
                  --version                 print the version

            """
}
