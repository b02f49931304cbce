// The same as start-alone, with every module of the porting kit beside AVFAudio.
import AVFoundation
import Accelerate
import CoreAudio
import CoreAudioKit
import CoreMedia
import Glibc
import MediaPlayer
import MediaToolbox
import SystemConfiguration
import os

exit(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2) == nil ? 1 : 0)
