// Time stretching: ours beside Rubber Band and SoundTouch, speed and quality.
//
//   Scripts/bench stretch-bench
//   stretch-bench --ours                           ours alone
//   stretch-bench --raw IN OUT CHANNELS RATE CENTS   stretches a file of interleaved float32 at 48 kHz, to listen to
import CStretchPeers

if let index = CommandLine.arguments.firstIndex(of: "--raw") {
    RawFile.stretch(Array(CommandLine.arguments[(index + 1)...]))
} else {
    Table.run()
}
