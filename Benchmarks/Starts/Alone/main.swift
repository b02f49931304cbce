// Starts, makes a format and ends: what a program of AVFAudio alone pays for its start.
import AVFAudio
import Glibc

exit(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2) == nil ? 1 : 0)
