// swift-tools-version: 6.2
// Linux only: the modules bear Apple's names. The map of the house is the table `rooms` below.

import PackageDescription

// MARK: - The rooms

/// One row of the map.
///
/// A room uses only rooms of lower floors; an upward or sideways arrow stops the build here.
struct Room {
    enum Kind { case shim, room, framework, command, example, testSupport, testProgram, peer, benchmark, fuzz }
    let name: String
    let kind: Kind
    let floor: Int
    let uses: [String]
    var path: String? = nil
    var linked: [String] = []
    /// Folders that are copied beside the program.
    var resources: [String] = []
    var tested = false
    /// Features of the language that this room needs switched on.
    var features: [String] = []
    /// The trait that this shim's library is asked for with.
    ///
    /// One at most: the package manager orders several defines of one target at random, and each order would be another
    /// build.
    var trait: String? = nil
    /// Folders of `SystemHeaders` that this room's C is compiled with.
    var headers: [String] = []
    /// The version of Swift whose language mode the room is compiled in.
    var language = 6
}

let rooms: [Room] = [
    // Shims: C only where a header's macros, layouts, variadics or SIMD clones ask for it.
    Room(name: "CCoreAudioTypes", kind: .shim, floor: -1, uses: []),
    Room(name: "CCoreMIDI", kind: .shim, floor: 0, uses: ["CCoreAudioTypes"]),
    Room(name: "CClassMaking", kind: .shim, floor: 0, uses: ["CCoreAudioTypes"]),
    Room(name: "CCoreAudio", kind: .shim, floor: 0, uses: ["CCoreAudioTypes"]),
    Room(name: "CKernels", kind: .shim, floor: -1, uses: []),
    Room(name: "CAccelerate", kind: .shim, floor: 0, uses: ["CKernels"], linked: ["m"]),
    Room(name: "CMath", kind: .shim, floor: -1, uses: [], linked: ["m"]),
    Room(name: "CRealtime", kind: .shim, floor: -1, uses: []),
    Room(
        name: "CPipeWire", kind: .shim, floor: -1, uses: [], trait: "PipeWire", headers: ["pipewire-0.3", "spa-0.2"]),
    Room(name: "CSystemd", kind: .shim, floor: -1, uses: [], trait: "DBus"),
    Room(name: "CAVCodec", kind: .shim, floor: -1, uses: [], trait: "FFmpeg"),
    Room(name: "CALSA", kind: .shim, floor: -1, uses: [], linked: ["dl"]),
    Room(name: "CGetopt", kind: .shim, floor: -1, uses: []),
    Room(name: "CFileLook", kind: .shim, floor: -1, uses: []),
    Room(name: "CUnfairLock", kind: .shim, floor: -1, uses: []),
    Room(name: "COpenAL", kind: .shim, floor: -1, uses: [], linked: ["dl"]),
    Room(name: "CSOFA", kind: .shim, floor: -1, uses: [], linked: ["dl"]),
    Room(name: "CCurl", kind: .shim, floor: -1, uses: [], linked: ["dl"]),

    // What programs import, lowest part.
    Room(name: "CoreAudioTypes", kind: .framework, floor: 0, uses: ["CCoreAudioTypes"], tested: true),

    Room(name: "os", kind: .framework, floor: 0, uses: ["CUnfairLock"], tested: true),
    Room(name: "OSLog", kind: .framework, floor: 1, uses: ["os"]),

    // Rooms: `package` access.
    Room(name: "SordinoRealtime", kind: .room, floor: 1, uses: ["CMath", "CRealtime"], tested: true),
    Room(name: "SordinoJSON", kind: .room, floor: 1, uses: []),
    // Nothing below it brings libm, which its numbers need.
    Room(name: "SordinoPolicy", kind: .room, floor: 1, uses: [], linked: ["m"], tested: true),
    Room(name: "SordinoSignal", kind: .room, floor: 2, uses: ["SordinoRealtime", "CKernels"], tested: true),
    Room(name: "SordinoMIDI", kind: .room, floor: 2, uses: [], tested: true),
    Room(
        name: "AVAudioTypes", kind: .framework, floor: 3, uses: ["CoreAudioTypes"], tested: true,
        features: ["Lifetimes"]),
    Room(
        name: "CoreMedia", kind: .framework, floor: 4,
        uses: ["CoreAudioTypes", "AVAudioTypes", "SordinoRealtime"], tested: true),
    Room(name: "SystemConfiguration", kind: .framework, floor: 4, uses: ["AVAudioTypes"], tested: true),
    Room(name: "MediaToolbox", kind: .framework, floor: 5, uses: ["CoreAudioTypes", "CoreMedia"]),
    Room(
        name: "SordinoMedia", kind: .room, floor: 3,
        uses: ["CoreAudioTypes", "SordinoRealtime", "SordinoSignal", "CAVCodec"],
        tested: true),
    Room(
        name: "SordinoStreaming", kind: .room, floor: 4,
        uses: ["CCurl", "CoreAudioTypes", "SordinoRealtime", "SordinoSignal", "SordinoMedia", "SordinoWork"],
        tested: true),
    Room(
        name: "SordinoGraph", kind: .room, floor: 4,
        uses: ["CoreAudioTypes", "SordinoRealtime", "SordinoSignal", "CSOFA"], tested: true),
    Room(
        name: "SordinoHardware", kind: .room, floor: 4,
        uses: ["SordinoRealtime", "SordinoSignal", "SordinoPolicy", "SordinoWork"], tested: true),
    Room(
        name: "SordinoPipeWire", kind: .room, floor: 5,
        uses: ["SordinoRealtime", "SordinoPolicy", "SordinoSignal", "SordinoHardware", "SordinoWork", "CPipeWire"],
        tested: true),
    Room(name: "SordinoWork", kind: .room, floor: 3, uses: ["SordinoRealtime"], tested: true),
    Room(
        name: "SordinoMIDIPorts", kind: .room, floor: 4,
        uses: ["CALSA", "SordinoRealtime", "SordinoMIDI", "SordinoWork"],
        tested: true),
    Room(
        name: "SordinoSession", kind: .room, floor: 5,
        uses: ["SordinoRealtime", "SordinoJSON", "SordinoPolicy", "SordinoHardware", "SordinoWork"], tested: true),
    Room(
        name: "SordinoBus", kind: .room, floor: 6,
        uses: ["SordinoRealtime", "SordinoPolicy", "SordinoWork", "SordinoSession", "CSystemd"], tested: true),
    Room(
        name: "SordinoWorld", kind: .room, floor: 7,
        uses: ["SordinoRealtime", "SordinoPolicy", "SordinoHardware", "SordinoWork", "SordinoSession", "SordinoBus"],
        tested: true),
    Room(
        name: "SordinoDevice", kind: .room, floor: 8,
        uses: [
            "CFileLook", "SordinoRealtime", "SordinoPolicy", "SordinoHardware", "SordinoPipeWire", "SordinoWork",
            "SordinoSession", "SordinoBus", "SordinoWorld",
        ], tested: true),
    Room(
        name: "SordinoEngine", kind: .room, floor: 9,
        uses: [
            "CoreAudioTypes", "SordinoRealtime", "SordinoMIDI", "SordinoMIDIPorts", "SordinoSignal", "SordinoMedia",
            "SordinoGraph", "SordinoPolicy", "SordinoHardware", "SordinoWork", "SordinoSession", "SordinoDevice",
        ], tested: true),

    Room(
        name: "SordinoTimeline", kind: .room, floor: 7, uses: ["SordinoPolicy", "SordinoSession"], tested: true),

    // What programs import.
    Room(
        name: "CoreMIDI", kind: .framework, floor: 9,
        uses: [
            "CCoreMIDI", "CoreAudioTypes", "AVAudioTypes", "SordinoRealtime", "SordinoMIDI", "SordinoWork",
            "SordinoMIDIPorts", "SordinoHardware", "SordinoSession", "SordinoDevice",
        ], tested: true),
    Room(
        name: "AudioToolbox", kind: .framework, floor: 10,
        uses: [
            "CoreAudioTypes", "AVAudioTypes", "SordinoRealtime", "SordinoPolicy", "SordinoMIDI", "SordinoSignal",
            "SordinoMedia", "SordinoGraph", "SordinoHardware", "SordinoWork", "SordinoSession", "SordinoDevice",
            "SordinoEngine", "SordinoMIDIPorts", "CClassMaking", "CCoreMIDI", "CoreMIDI",
        ], tested: true),
    Room(
        name: "AVFAudio", kind: .framework, floor: 11,
        uses: [
            "CoreAudioTypes", "AVAudioTypes", "AudioToolbox", "SordinoRealtime", "SordinoPolicy", "SordinoMIDI",
            "SordinoSignal", "SordinoMedia", "SordinoGraph", "SordinoHardware", "SordinoWork", "SordinoSession",
            "SordinoDevice", "SordinoEngine", "CoreMIDI", "CoreMedia",
        ], tested: true),
    Room(
        name: "AVFoundation", kind: .framework, floor: 12,
        uses: [
            "CoreAudioTypes", "AVAudioTypes", "CoreMedia", "MediaToolbox", "AVFAudio", "SordinoRealtime",
            "SordinoSignal", "SordinoMedia", "SordinoStreaming", "SordinoWork", "SordinoSession", "SordinoEngine", "os",
        ], tested: true),
    Room(
        name: "MediaPlayer", kind: .framework, floor: 13,
        uses: ["AVFoundation", "SordinoPolicy", "SordinoSession", "SordinoDevice"]),
    Room(
        name: "OpenAL", kind: .framework, floor: 12,
        uses: [
            "COpenAL", "CoreAudioTypes", "AVFAudio", "SordinoRealtime", "SordinoPolicy", "SordinoSignal",
            "SordinoWork", "SordinoSession",
        ]),
    Room(
        name: "Accelerate", kind: .framework, floor: 3, uses: ["CAccelerate", "SordinoRealtime", "SordinoSignal"],
        tested: true),
    Room(
        name: "CoreAudio", kind: .framework, floor: 12,
        uses: [
            "CCoreAudio", "CoreAudioTypes", "AVAudioTypes", "AudioToolbox", "SordinoRealtime", "SordinoPolicy",
            "SordinoGraph", "SordinoWork", "SordinoSession", "SordinoDevice", "SordinoEngine",
        ]),
    Room(name: "AudioUnit", kind: .framework, floor: 13, uses: ["AudioToolbox", "CoreAudio"]),
    Room(name: "CoreAudioKit", kind: .framework, floor: 14, uses: ["AudioUnit", "AudioToolbox"]),
    Room(
        name: "SordinoSimulator", kind: .framework, floor: 12,
        uses: [
            "AVFAudio", "SordinoSignal", "SordinoPolicy", "SordinoHardware", "SordinoWork", "SordinoSession",
            "SordinoBus",
            "SordinoWorld", "SordinoDevice", "SordinoEngine",
        ], tested: true),

    // What tests may lean on: kind `testSupport` reaches every test target whose room stands on all that it uses.
    Room(name: "CAllocationProbe", kind: .testSupport, floor: -1, uses: []),
    Room(name: "AllocationProbe", kind: .testSupport, floor: 0, uses: ["CAllocationProbe"]),
    Room(name: "ByteMutation", kind: .testSupport, floor: 0, uses: []),
    Room(name: "SmallBanks", kind: .testSupport, floor: 0, uses: []),
    Room(
        name: "HardwareContract", kind: .testSupport, floor: 5,
        uses: ["SordinoRealtime", "SordinoPolicy", "SordinoHardware"]),
    Room(name: "Patience", kind: .testSupport, floor: 0, uses: []),
    Room(name: "CThreadStop", kind: .testSupport, floor: 0, uses: []),
    Room(name: "CListening", kind: .testSupport, floor: 0, uses: []),
    // Faults in any simulated device's sound fail the test that made the device.
    Room(
        name: "Listening", kind: .testSupport, floor: 13, uses: ["CListening", "SordinoSignal", "SordinoSimulator"]),
    Room(
        name: "PlugIns", kind: .testSupport, floor: 11, uses: ["CoreAudioTypes", "AVAudioTypes", "AudioToolbox"]),
    Room(name: "RunningProgram", kind: .testSupport, floor: 1, uses: ["Patience"]),
    Room(name: "PrivateWebServer", kind: .testSupport, floor: 0, uses: []),
    Room(name: "PrivateBus", kind: .testSupport, floor: 0, uses: []),
    Room(
        name: "SessionBench", kind: .testSupport, floor: 6,
        uses: ["SordinoPolicy", "SordinoHardware", "SordinoWork", "SordinoSession"]),
    Room(
        name: "WireMutation", kind: .testSupport, floor: 6, uses: ["ByteMutation", "SordinoPolicy", "SordinoSession"]),
    Room(
        name: "BusSiege", kind: .testSupport, floor: 7,
        uses: ["SordinoPolicy", "SordinoSession", "SordinoBus", "WireMutation"]),
    Room(
        name: "CGraphClock", kind: .testSupport, floor: 0, uses: ["CPipeWire"], trait: "PipeWire",
        headers: ["pipewire-0.3", "spa-0.2"]),
    Room(
        name: "PrivatePipeWire", kind: .testSupport, floor: 6,
        uses: ["SordinoRealtime", "SordinoSignal", "SordinoPipeWire", "CPipeWire", "CGraphClock", "Patience"]),

    Room(
        name: "PlayedBytes", kind: .testSupport, floor: 13,
        uses: [
            "SordinoSignal", "SordinoMedia", "AudioToolbox", "AVFAudio", "SordinoSimulator", "ByteMutation",
            "SmallBanks",
        ]),

    // A program that tests start beside others.
    Room(
        name: "session-witness", kind: .testProgram, floor: 13,
        uses: [
            "CPipeWire", "SordinoPolicy", "SordinoHardware", "SordinoPipeWire", "SordinoSession", "SordinoWorld",
            "SordinoDevice",
        ]),
    Room(name: "hardware-witness", kind: .testProgram, floor: 13, uses: ["CoreAudio"]),
    // Programs as strangers type them: the same files in two language modes.
    Room(
        name: "typed-programs-5", kind: .testProgram, floor: 14,
        uses: [
            "AVFoundation", "AVFAudio", "AudioToolbox", "Accelerate", "CoreAudio", "CoreMIDI", "MediaPlayer",
            "MediaToolbox", "os",
        ], path: "Tests/TypedPrograms/Swift5", language: 5),
    Room(
        name: "typed-programs-6", kind: .testProgram, floor: 14,
        uses: [
            "AVFoundation", "AVFAudio", "AudioToolbox", "Accelerate", "CoreAudio", "CoreMIDI", "MediaPlayer",
            "MediaToolbox", "os",
        ], path: "Tests/TypedPrograms/Swift6"),

    // Benchmarks and the libraries they are measured against: present when SORDINO_EXTRA is set.
    Room(name: "BenchmarkRatios", kind: .peer, floor: 0, uses: []),
    Room(name: "CMixPeers", kind: .peer, floor: 0, uses: [], linked: ["openal", "soxr"]),
    Room(name: "CStretchPeers", kind: .peer, floor: 0, uses: [], linked: ["rubberband", "SoundTouch"]),
    Room(name: "stretch-bench", kind: .benchmark, floor: 13, uses: ["SordinoSignal", "CStretchPeers"]),
    Room(
        name: "mix-bench", kind: .benchmark, floor: 13,
        uses: ["SordinoSignal", "SordinoRealtime", "SordinoGraph", "CMixPeers", "BenchmarkRatios"]),
    Room(name: "CSpacePeer", kind: .peer, floor: 0, uses: [], linked: ["openal"]),
    Room(
        name: "space-bench", kind: .benchmark, floor: 13,
        uses: [
            "AVFAudio", "SordinoGraph", "SordinoSignal", "SordinoRealtime", "CSpacePeer", "CMixPeers",
            "BenchmarkRatios",
        ]),
    Room(
        name: "player-bench", kind: .benchmark, floor: 13,
        uses: [
            "AVFAudio", "AudioToolbox", "SordinoSimulator", "SordinoEngine", "SordinoGraph", "SordinoMedia",
            "CMixPeers",
        ]),
    Room(name: "CVoicePeers", kind: .peer, floor: 0, uses: [], linked: ["speexdsp"]),
    Room(name: "voice-bench", kind: .benchmark, floor: 13, uses: ["SordinoSignal", "CVoicePeers"]),
    Room(name: "CEffectsPeers", kind: .peer, floor: 0, uses: [], linked: ["dl"]),
    Room(
        name: "effects-bench", kind: .benchmark, floor: 13,
        uses: ["SordinoSignal", "SordinoRealtime", "SordinoGraph", "CEffectsPeers", "BenchmarkRatios"]),
    Room(
        name: "resampler-bench", kind: .benchmark, floor: 13,
        uses: ["SordinoSignal", "SordinoRealtime", "CMixPeers", "BenchmarkRatios"]),
    Room(
        name: "bus-bench", kind: .benchmark, floor: 13,
        uses: ["SordinoPolicy", "SordinoHardware", "SordinoSession", "SordinoBus", "CSystemd", "PrivateBus"]),
    Room(
        name: "attack-bench", kind: .benchmark, floor: 13,
        uses: [
            "SordinoRealtime", "SordinoPolicy", "SordinoSession", "SordinoBus", "PrivateBus", "PrivatePipeWire",
            "RunningProgram",
        ]),
    Room(
        name: "io-bench", kind: .benchmark, floor: 13,
        uses: [
            "CPipeWire", "SordinoRealtime", "SordinoPolicy", "SordinoHardware", "SordinoPipeWire", "SordinoSession",
            "SordinoBus", "PrivateBus", "PrivatePipeWire", "RunningProgram",
        ]),
    Room(name: "CAcceleratePeers", kind: .peer, floor: 0, uses: [], linked: ["fftw3f", "dl", "m"]),
    Room(
        name: "accelerate-bench", kind: .benchmark, floor: 13,
        uses: ["Accelerate", "CAcceleratePeers", "BenchmarkRatios"]),
    Room(name: "asset-bench", kind: .benchmark, floor: 13, uses: ["AVFoundation", "BenchmarkRatios"]),
    Room(name: "engine-bench", kind: .benchmark, floor: 13, uses: ["AVFAudio"]),
    Room(name: "policy-bench", kind: .benchmark, floor: 13, uses: ["SordinoPolicy"]),

    // Commands and examples.
    Room(
        name: "SordinoScenario", kind: .room, floor: 13,
        uses: [
            "AVFAudio", "SordinoSimulator", "SordinoPolicy", "SordinoSession", "SordinoWorld", "SordinoTimeline",
        ], path: "Sources/Commands/SordinoScenario", tested: true),
    Room(
        name: "sordino-demo", kind: .example, floor: 14, uses: ["SordinoScenario", "SordinoTimeline"],
        path: "Examples/Demo", resources: ["Recordings"]),
    Room(
        name: "effect-spectra", kind: .example, floor: 13, uses: ["SordinoSignal", "SordinoGraph"],
        path: "Examples/EffectSpectra"),
    Room(
        name: "make-bank", kind: .example, floor: 13, uses: ["SordinoMedia"],
        path: "Examples/MakeBank"),
    Room(name: "speech-model-input", kind: .example, floor: 13, uses: ["AVFAudio"], path: "Examples/SpeechModel"),
    Room(name: "batch-encode", kind: .example, floor: 13, uses: ["AVFAudio"], path: "Examples/BatchEncode"),
    Room(
        name: "radio-stream", kind: .example, floor: 13, uses: ["AVFoundation", "AudioToolbox"],
        path: "Examples/RadioStream"),
    Room(
        name: "read-marks", kind: .example, floor: 13, uses: ["AVFoundation", "AudioToolbox"],
        path: "Examples/ReadMarks"),
    Room(
        name: "voice-memo", kind: .example, floor: 13, uses: ["AVFoundation"], path: "Examples/Seeds/VoiceMemo"),
    Room(
        name: "augraph-mixer", kind: .example, floor: 13, uses: ["AVFoundation", "AudioToolbox"],
        path: "Examples/Seeds/AUGraphMixer"),
    Room(
        name: "openal-scene", kind: .example, floor: 13, uses: ["AVFoundation", "OpenAL"],
        path: "Examples/Seeds/OpenALScene"),
    Room(name: "asset-examples", kind: .example, floor: 13, uses: ["AVFoundation"], path: "Examples/Assets"),
    Room(name: "dj-cue", kind: .example, floor: 13, uses: ["AVFoundation"], path: "Examples/Seeds/DJCue"),
    Room(name: "turn-by-turn", kind: .example, floor: 13, uses: ["AVFoundation"], path: "Examples/Seeds/TurnByTurn"),
    Room(name: "audio-book", kind: .example, floor: 13, uses: ["AVFoundation"], path: "Examples/Seeds/AudioBook"),
    Room(name: "spl-meter", kind: .example, floor: 13, uses: ["AVFoundation"], path: "Examples/Seeds/SPLMeter"),
    Room(name: "game", kind: .example, floor: 13, uses: ["AVFoundation"], path: "Examples/Seeds/Game"),
    Room(name: "music-app", kind: .example, floor: 13, uses: ["AVFoundation"], path: "Examples/Seeds/MusicApp"),
    Room(name: "podcast", kind: .example, floor: 13, uses: ["AVFoundation"], path: "Examples/Seeds/Podcast"),
    Room(
        name: "fitness-prompts", kind: .example, floor: 13, uses: ["AVFoundation"],
        path: "Examples/Seeds/FitnessPrompts"),
    Room(
        name: "button-sounds", kind: .example, floor: 13, uses: ["AudioToolbox"], path: "Examples/Seeds/ButtonSounds"),
    Room(name: "queue-player", kind: .example, floor: 13, uses: ["AudioToolbox"], path: "Examples/Seeds/QueuePlayer"),
    Room(name: "radio-queue", kind: .example, floor: 13, uses: ["AudioToolbox"], path: "Examples/Seeds/RadioQueue"),
    Room(name: "record-caf", kind: .example, floor: 13, uses: ["AVFoundation"], path: "Examples/RecordCAF"),
    Room(
        name: "engine-examples", kind: .example, floor: 13,
        uses: ["AVFAudio", "SordinoSimulator", "SordinoCommandLine"],
        path: "Examples/Engine"),
    Room(
        name: "space-examples", kind: .example, floor: 13, uses: ["AVFAudio", "SordinoSimulator", "CSOFA"],
        path: "Examples/Space"),
    Room(
        name: "call", kind: .example, floor: 13, uses: ["AVFAudio", "SordinoSimulator"], path: "Examples/Call"),
    Room(name: "ten-lines", kind: .example, floor: 13, uses: ["AVFAudio"], path: "Examples/TenLines"),
    Room(
        name: "afplay", kind: .command, floor: 14,
        uses: ["AVFAudio", "MediaPlayer", "SordinoStreaming", "SordinoCommandLine"]),
    Room(name: "afrecord", kind: .command, floor: 13, uses: ["AVFAudio", "SordinoFileTools", "SordinoCommandLine"]),
    Room(
        name: "SordinoCommandLine", kind: .room, floor: 2, uses: ["CGetopt", "SordinoJSON"],
        path: "Sources/Commands/SordinoCommandLine", tested: true),
    Room(
        name: "SordinoFileTools", kind: .room, floor: 12,
        uses: [
            "CoreAudioTypes", "SordinoJSON", "SordinoSignal", "SordinoMedia", "SordinoMIDI", "SordinoEngine",
            "SordinoCommandLine",
        ],
        path: "Sources/Commands/SordinoFileTools", tested: true),
    Room(
        name: "midictl", kind: .command, floor: 13, uses: ["CoreMIDI", "SordinoMIDI", "SordinoCommandLine"]),
    Room(name: "afconvert", kind: .command, floor: 13, uses: ["SordinoFileTools", "SordinoCommandLine"]),
    Room(
        name: "afinfo", kind: .command, floor: 13,
        uses: ["SordinoJSON", "SordinoFileTools", "SordinoMedia", "SordinoCommandLine"]),
    Room(
        name: "audiosessiond", kind: .command, floor: 13,
        uses: [
            "SordinoRealtime", "SordinoPolicy", "SordinoHardware", "SordinoPipeWire", "SordinoSession", "SordinoBus",
            "SordinoDevice", "SordinoCommandLine",
        ]),
    Room(
        name: "audioctl", kind: .command, floor: 14,
        uses: [
            "SordinoPolicy", "SordinoSession", "SordinoSignal", "SordinoBus", "SordinoDevice", "SordinoHardware",
            "SordinoTimeline", "SordinoScenario", "SordinoCommandLine", "AVFAudio",
        ]),

    // Built when SORDINO_EXTRA is set.
    Room(name: "fuzz-containers", kind: .fuzz, floor: 13, uses: ["SordinoMedia", "ByteMutation"]),
    Room(
        name: "fuzz-wire", kind: .fuzz, floor: 13,
        uses: [
            "SordinoPolicy", "SordinoHardware", "SordinoSession", "SordinoBus", "ByteMutation", "PrivateBus",
            "WireMutation", "BusSiege",
        ]),
    Room(name: "fuzz-packets", kind: .fuzz, floor: 13, uses: ["SordinoSignal", "SordinoMedia", "ByteMutation"]),
    Room(
        name: "fuzz-instruments", kind: .fuzz, floor: 13,
        uses: ["SordinoSignal", "SordinoMedia", "ByteMutation", "SmallBanks"]),
    Room(name: "fuzz-player", kind: .fuzz, floor: 14, uses: ["PlayedBytes", "ByteMutation"]),
    Room(name: "fuzz-presets", kind: .fuzz, floor: 13, uses: ["AVFAudio", "ByteMutation"]),
    Room(name: "fuzz-codecs", kind: .fuzz, floor: 13, uses: ["SordinoMedia", "ByteMutation"]),
    Room(name: "fuzz-midi", kind: .fuzz, floor: 13, uses: ["SordinoMIDI", "ByteMutation"]),
    Room(name: "fuzz-sessions", kind: .fuzz, floor: 13, uses: ["SordinoMIDI", "ByteMutation"]),
    Room(name: "fuzz-samples", kind: .fuzz, floor: 13, uses: ["CoreMedia", "ByteMutation"]),
    Room(name: "fuzz-playlists", kind: .fuzz, floor: 13, uses: ["SordinoStreaming", "ByteMutation"]),
    Room(name: "CSndfilePeer", kind: .peer, floor: 0, uses: [], linked: ["sndfile"]),
    Room(name: "CSwresamplePeer", kind: .peer, floor: 0, uses: [], linked: ["swresample"]),
    Room(
        name: "file-bench", kind: .benchmark, floor: 13,
        uses: ["AVFAudio", "CSndfilePeer", "CSwresamplePeer", "BenchmarkRatios"]),
    Room(
        name: "convert-bench", kind: .benchmark, floor: 13,
        uses: ["CoreAudioTypes", "SordinoMedia", "SordinoSignal", "BenchmarkRatios"]),
    Room(name: "afconvert-bench", kind: .benchmark, floor: 13, uses: []),
    Room(name: "CFluidSynthPeer", kind: .peer, floor: 0, uses: [], linked: ["fluidsynth"]),
    Room(
        name: "sampler-bench", kind: .benchmark, floor: 13,
        uses: [
            "SordinoRealtime", "SordinoMIDI", "SordinoMedia", "SordinoSignal", "SordinoEngine", "AudioToolbox",
            "CFluidSynthPeer", "BenchmarkRatios",
        ]),
    // Programs that asset-bench starts.
    Room(name: "start-alone", kind: .benchmark, floor: 13, uses: ["AVFAudio"], path: "Benchmarks/Starts/Alone"),
    Room(
        name: "start-kit", kind: .benchmark, floor: 15,
        uses: [
            "AVFoundation", "Accelerate", "CoreAudio", "CoreAudioKit", "CoreMedia", "MediaPlayer", "MediaToolbox",
            "SystemConfiguration", "os",
        ], path: "Benchmarks/Starts/Kit"),
    Room(name: "media-bench", kind: .benchmark, floor: 13, uses: ["SordinoMedia", "CSndfilePeer", "BenchmarkRatios"]),
]

// MARK: - From the map to targets

let trimmedTo = Context.environment["SORDINO_ROOMS"].map { $0.split(separator: ",").map(String.init) }
/// The kinds of rooms that nobody needs who depends on the package.
let extra: Set<Room.Kind> =
    switch Context.environment["SORDINO_EXTRA"] {
    case nil: []
    case "fuzzers": [.fuzz]
    default: [.peer, .benchmark, .fuzz]
    }

/// Names that stand for several targets, or for a test target of its own.
let groups = ["HouseRules", "Traits", "Clients", "Programs", "FileTools", "ManagedAudio"]

let roomNamed = Dictionary(uniqueKeysWithValues: rooms.map { ($0.name, $0) })
if let unknown = trimmedTo?.first(where: { roomNamed[$0] == nil && !groups.contains($0) }) {
    fatalError("SORDINO_ROOMS: there is no room \"\(unknown)\"; Package.swift lists the rooms")
}

/// `SORDINO_ROOMS=SordinoPolicy swift test` builds these rooms and what they stand on, nothing else.
func closure(of names: [String]) -> Set<String> {
    var reached = Set<String>()
    var pending = names
    while let name = pending.popLast() {
        guard reached.insert(name).inserted else { continue }
        pending += roomNamed[name]?.uses ?? []
    }
    return reached
}

/// The programs of the whole system.
let managedAudio = [
    "afplay", "afrecord", "audioctl", "audiosessiond", "record-caf", "session-witness",
    "hardware-witness",
]

/// Programs that are run on a simulated device, beside a server of the tests.
let simulatedPrograms = [
    "afplay", "afrecord", "voice-memo", "radio-stream", "record-caf", "read-marks", "augraph-mixer", "openal-scene",
    "batch-encode", "speech-model-input", "call",
    "asset-examples", "dj-cue", "turn-by-turn", "audio-book", "spl-meter", "game", "music-app", "podcast",
    "fitness-prompts",
    "button-sounds", "queue-player", "radio-queue", "midictl", "typed-programs-5", "typed-programs-6",
]

/// The tools for sound files.
let fileTools = ["afconvert", "afinfo", "audioctl"]

let standing =
    trimmedTo.map { names in
        closure(
            of: names + (names.contains("Traits") ? ["CPipeWire", "CSystemd", "CAVCodec"] : [])
                + (names.contains("ManagedAudio") ? managedAudio : [])
                + (names.contains("Programs") ? simulatedPrograms + ["SordinoSimulator", "Listening"] : [])
                + (names.contains("OpenAL") ? ["OpenAL", "SordinoSimulator", "Listening"] : [])
                + (names.contains("Clients")
                    ? [
                        "AVFoundation", "CoreAudioKit", "SordinoSimulator", "os", "PrivateWebServer", "Patience",
                        "Listening",
                    ] : [])
                + (names.contains("FileTools") ? fileTools : []))
    } ?? Set(rooms.map(\.name))

/// What the tests of these rooms may lean on.
func testSupport(for names: Set<String>) -> [String] {
    rooms.filter { room in
        room.kind == .testSupport
            && closure(of: room.uses).allSatisfy { names.contains($0) || roomNamed[$0]?.kind == .testSupport }
    }.map(\.name)
}

let standingSupport = closure(of: testSupport(for: standing))

// Each trait reaches its shim as a define. On, and the headers are not there: the shim builds empty and says so.
let defineOfTrait = ["PipeWire": "SORDINO_PIPEWIRE", "DBus": "SORDINO_DBUS", "FFmpeg": "SORDINO_FFMPEG"]

extension BuildSettingCondition {
    /// Holds where the whole system is asked for, or this library alone.
    static func asked(for trait: String) -> BuildSettingCondition { .when(traits: ["System", trait]) }
}
/// A checkout in the build folder of another package is built once and never edited there: compiled a whole module at a time,
/// a debug build takes a fifth less processor time than with incremental compilation, which the package itself keeps.
let isCheckout = ["/checkouts/", "/registry/downloads/"].contains { Context.packageDirectory.contains($0) }
let wholeModules: [SwiftSetting] = [
    .unsafeFlags(
        [
            "-whole-module-optimization", "-num-threads", "2", "-index-ignore-system-modules",
            "-index-ignore-clang-modules",
        ], .when(configuration: .debug))
]
func settings(_ language: Int) -> [SwiftSetting] {
    [.swiftLanguageMode(language == 5 ? .v5 : .v6)] + (isCheckout ? wholeModules : [])
}
let swiftSettings = settings(6)

var targets: [Target] = []
for room in rooms where standing.contains(room.name) || standingSupport.contains(room.name) {
    if [.peer, .benchmark, .fuzz].contains(room.kind), !extra.contains(room.kind) { continue }
    for used in room.uses {
        guard let lower = roomNamed[used] else { fatalError("\(room.name) uses \(used), which is not on the map") }
        guard lower.floor < room.floor else {
            fatalError("\(room.name) (floor \(room.floor)) may not use \(used) (floor \(lower.floor))")
        }
    }
    let folder =
        switch room.kind {
        case .shim: "Sources/Shims"
        case .room: "Sources/Rooms"
        case .framework: "Sources/Frameworks"
        case .command: "Sources/Commands"
        case .example: "Examples"
        case .testSupport, .testProgram: "Tests/Support"
        case .peer, .benchmark: "Benchmarks"
        case .fuzz: "Fuzz"
        }
    let dependencies = room.uses.map { Target.Dependency.target(name: $0) }
    let shims = room.kind == .shim ? ".." : "../../../Sources/Shims"
    let cSettings =
        room.headers.map { CSetting.headerSearchPath("\(shims)/SystemHeaders/\($0)") }
        + (room.trait.map { trait in [CSetting.define(defineOfTrait[trait] ?? trait, .asked(for: trait))] } ?? [])
    let path = room.path ?? "\(folder)/\(room.name)"
    let linkerSettings = room.linked.map { LinkerSetting.linkedLibrary($0) }
    switch room.kind {
    case .shim, .peer:
        targets.append(
            .target(
                name: room.name, dependencies: dependencies, path: path, cSettings: cSettings,
                linkerSettings: linkerSettings))
    case .testSupport:
        targets.append(.target(name: room.name, dependencies: dependencies, path: path, cSettings: cSettings))
    case .room, .framework:
        let features = room.features.map { SwiftSetting.enableExperimentalFeature($0) }
        targets.append(
            .target(
                name: room.name, dependencies: dependencies, path: path, swiftSettings: swiftSettings + features,
                linkerSettings: linkerSettings))
    case .command, .example, .testProgram, .benchmark, .fuzz:
        targets.append(
            .executableTarget(
                name: room.name, dependencies: dependencies, path: path,
                resources: room.resources.map { .copy($0) }, swiftSettings: settings(room.language),
                linkerSettings: linkerSettings))
    }
    if room.tested, trimmedTo?.contains(room.name) ?? true {
        let below = closure(of: [room.name])
        let belowAndIncluding = closure(of: [room.name] + testSupport(for: below)).sorted()
            .map { Target.Dependency.target(name: $0) }
        targets.append(
            .testTarget(
                name: "\(room.name)Tests", dependencies: belowAndIncluding, path: "Tests/\(room.name)Tests",
                swiftSettings: swiftSettings))
    }
}

// What each trait brings, and that it brings nothing when it is off. One file each, as each has one define.
if trimmedTo?.contains("Traits") ?? true {
    for shim in rooms {
        guard shim.kind == .shim, let trait = shim.trait, let define = defineOfTrait[trait] else { continue }
        targets.append(
            .testTarget(
                name: "Trait\(trait)Tests", dependencies: [.target(name: shim.name)],
                path: "Tests/TraitsTests/\(trait)",
                swiftSettings: swiftSettings + [.define(define, .asked(for: trait))]))
    }
}

// So are the engine's examples.
if trimmedTo?.contains("engine-examples") ?? true {
    targets.append(
        .testTarget(
            name: "EngineExamplesTests", dependencies: ["engine-examples", "AVFAudio"],
            path: "Tests/EngineExamplesTests", swiftSettings: swiftSettings))
}

// And those of sound in space.
if trimmedTo?.contains("space-examples") ?? true {
    targets.append(
        .testTarget(
            name: "SpaceExamplesTests", dependencies: ["space-examples", "AVFAudio"],
            path: "Tests/SpaceExamplesTests", swiftSettings: swiftSettings))
}

// Programs written as programs for iOS are, on a simulated device.
if trimmedTo?.contains("Clients") ?? true {
    targets.append(
        .testTarget(
            name: "ClientTests",
            dependencies: [
                "AVFoundation", "AudioUnit", "CoreAudio", "CoreAudioKit", "SordinoSimulator", "os",
                "PrivateWebServer", "Patience", "Listening", "ByteMutation",
            ],
            path: "Tests/Clients",
            swiftSettings: swiftSettings))
}

// Programs that play through OpenAL, on a simulated device. The context that is current is the process's.
if trimmedTo?.contains("OpenAL") ?? true {
    targets.append(
        .testTarget(
            name: "OpenALProgramTests", dependencies: ["OpenAL", "AVFAudio", "SordinoSimulator", "Listening"],
            path: "Tests/OpenALProgramTests", swiftSettings: swiftSettings))
}

// Players and examples as processes on a simulated device, with a web server that the tests are.
if trimmedTo?.contains("Programs") ?? true {
    targets.append(
        .testTarget(
            name: "ProgramTests",
            dependencies: (simulatedPrograms + [
                "AVFoundation", "SordinoSimulator", "PrivateWebServer", "RunningProgram", "Patience", "Listening",
            ])
            .map { .target(name: $0) },
            path: "Tests/ProgramTests", swiftSettings: swiftSettings))
}

// The demo is run as a program.
if trimmedTo?.contains("sordino-demo") ?? true {
    targets.append(
        .testTarget(
            name: "DemoTests", dependencies: ["sordino-demo", "SordinoSignal"], path: "Tests/DemoTests",
            swiftSettings: swiftSettings))
}

// So are the tools for sound files.
if trimmedTo?.contains("FileTools") ?? true {
    targets.append(
        .testTarget(
            name: "FileToolsTests", dependencies: fileTools.map { .target(name: $0) }, path: "Tests/FileToolsTests",
            swiftSettings: swiftSettings))
}

// Several programs on one device: each is a process, and so is the service.
if trimmedTo?.contains("ManagedAudio") ?? true {
    targets.append(
        .testTarget(
            name: "ManagedAudioTests",
            dependencies: (managedAudio + [
                "PrivatePipeWire", "PrivateBus", "Patience", "RunningProgram", "ByteMutation", "SordinoRealtime",
                "SordinoPolicy", "SordinoPipeWire", "SordinoSession", "SordinoBus", "CThreadStop",
            ]).map { .target(name: $0) }, path: "Tests/ManagedAudioTests", swiftSettings: swiftSettings))
}

// The house rules read files, not rooms.
if trimmedTo?.contains("HouseRules") ?? true {
    targets.append(.testTarget(name: "HouseRulesTests", path: "Tests/HouseRulesTests", swiftSettings: swiftSettings))
}

// MARK: - The package

let package = Package(
    name: "Sordino",
    products: rooms.filter { standing.contains($0.name) }.compactMap { room in
        switch room.kind {
        case .framework: .library(name: room.name, targets: [room.name])
        case .command: .executable(name: room.name, targets: [room.name])
        case .shim, .room, .example, .testSupport, .testProgram, .peer, .benchmark, .fuzz:
            nil
        }
    }
        + (standing.contains("OpenAL")
            // For programs in C, which link it in the place of libopenal.
            ? [.library(name: "SordinoOpenAL", type: .dynamic, targets: ["OpenAL"])] : []),
    traits: [
        // One trait by default: SwiftPM writes each enabled trait into every compiler call, several in random order, and
        // another order recompiles all.
        .default(enabledTraits: ["System"]),
        .trait(name: "System", description: "PipeWire, DBus and FFmpeg."),
        .trait(name: "PipeWire", description: "Sound through a PipeWire server."),
        .trait(name: "DBus", description: "One audio session service for the whole device, over D-Bus."),
        .trait(name: "FFmpeg", description: "Codecs of libavcodec, opened at first use."),
    ],
    targets: targets
)
