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

            Without an output file the result lies beside the input, under its name with the usual extension of its type.
            Options may stand anywhere; -f behind an -o is meant for that output; behind -- all are names.
            - is the standard input or output.

            the file:
              -o FILE                       an output file; may be repeated
              -f, --file TYPE               its type: WAVE, AIFF, caff, m4af ... (-hf lists them); else its extension tells
            the data:
              -d, --data FORMAT             what it holds; else what files of that type usually hold
                    [BE|LE]{F|[U]I}{8|16|24|32|64}   linear samples: LEI16, BEF32; without BE or LE as the type wants them
                    aac, alac, flac, opus, ima4 ...  packets of a codec; alac-24 tells the bits of lossless ones
                    ...@RATE                         frames a second: LEI16@44100
                    .../FLAGS                        the codec's flags, in hexadecimal digits
                    0                                packets are copied as they are
                    N                                the samples that a lossless input was made of
              -c, --channels COUNT          add or drop channels, whatever their places
              -l, --channellayout LAYOUT    the output's loudspeakers: Stereo, MPEG_5_1_A ...; told twice, the input's first
                  --channelmap LIST         for each channel of the output that of the input, from 0: 1,0 swaps, -1 is silence
                  --mix                     mix channels that have no place into those that there are
                  --offset FRAMES           leave out so much of the beginning
                  --soundcheck-generate     measure the loudness of what was made and write it as Sound Check
                  --soundcheck-read         keep the input's Sound Check
                  --read-track INDEX        the audio track to be read, from 0
                  --bank FILE               the SoundFont or DLS bank that a MIDI file is played with; else the one installed
                  --prime-override BEFORE BEHIND   frames of the input that are not heard; -1 leaves what it says
            encoders:
              -b, --bitrate BITS            bits a second of all channels together
              -s, --strategy 0...3          constant bit rate, average, constrained variable, variable
              -q, --quality 0...127         how much work the encoder may do
              -u PROPERTY VALUE             a converter's property: vbrq brat acbf cdqu srcq prmm
                  --gapless-before FILE     the file that ends where this one begins
                  --gapless-after FILE      the file that begins where this one ends
            rates and bits:
              -r, --src-quality 0...127     quality of the sample rate converter; 127 is the default
                  --src-complexity KIND     line, norm, bats or minp
                  --prime-method 0...2      pre, normal, none: what the converter takes the first frames to follow
                  --dither 1|2              add noise before samples become integers; 2 shapes it
            many files:
                  --manifest LIST           make the outputs that are missing: lines of input, tab, output
                  --shard INDEX/COUNT       every COUNTth line only, from INDEX on, which counts from 0
            the rest:
              -v, --verbose                 tell what was made
              -h, --help                    print this
              -hf, --help-formats           list types of files and the data formats of each
                  --version                 print the version

            """
}
