// swift-tools-version: 6.2
// Linux only: the modules bear Apple's names. The map of the house is the table `map` below.

import Glibc
import PackageDescription

// MARK: - The rooms

/// The map, a room in each line: its floor, its kind, its name, what else it needs, and behind the colon the rooms that it uses.
///
/// A room uses only rooms of lower floors; an upward or sideways arrow stops the build here. `tested` has a test target. `path` is
/// a folder that is not the kind's and the name, `linked` libraries, `resources` folders that are copied beside the program,
/// `features` experimental features of the language, `language` its mode if it is not 6, `headers` folders of `SystemHeaders`
/// that C is compiled with, `trait` that with which this shim's library is asked for: one at most, as the package manager
/// orders several defines of one target at random, and each order would be another build. `proof` are rooms that do without the
/// trait's library, which the trait's tests show. `extra` is a word of `SORDINO_EXTRA` with
/// which the row is present, `config` the name by which pkg-config knows a library of the system.
let map = """
    # Shims: C only where a header's macros, layouts, variadics or SIMD clones ask for it.
    -1 shim      CCoreAudioTypes
     0 shim      CCoreMIDI: CCoreAudioTypes
     1 shim      CAudioToolbox: CCoreAudioTypes CCoreMIDI
     0 shim      CCoreMedia: CCoreAudioTypes
     0 shim      CClassMaking: CCoreAudioTypes
     0 shim      CCoreAudio: CCoreAudioTypes
    -1 shim      CKernels
     0 shim      CAccelerate linked=m: CKernels
    -1 shim      CMath linked=m
    -1 shim      CRealtime
    -1 shim      CPipeWire trait=PipeWire headers=pipewire-0.3,spa-0.2
    -1 shim      CSystemd trait=DBus
    -1 shim      CAVCodec trait=FFmpeg proof=SordinoMedia,SordinoSignal
    -1 shim      CALSA linked=dl
    -1 shim      CGetopt
    -1 shim      CFileLook
    -1 shim      CUnfairLock
    -1 shim      CMainQueue linked=dl
    -1 shim      COpenAL linked=dl
    -1 shim      COwnProcess linked=dl
     0 shim      CSOFA linked=dl: COwnProcess
     0 shim      CSpeech linked=dl: COwnProcess
    -1 shim      CCurl linked=dl
    -1 shim      CCoreFoundation
    -1 shim      CSQLite linked=dl
    -1 shim      CMicroHTTP linked=dl
     0 shim      CPlugIns linked=dl: COwnProcess CCoreAudioTypes

    # What programs import, lowest part.
     0 framework CoreAudioTypes tested: CCoreAudioTypes
     0 framework os tested: CUnfairLock
     1 framework OSLog: os

    # Rooms: `package` access. The values of a session are `public`: programs know them as members of `AVAudioSession`.
     0 room      SordinoVocabulary
     1 room      SordinoRealtime tested: CMath CRealtime
     1 room      SordinoJSON
    # Nothing below it brings libm, which its numbers need.
     1 room      SordinoPolicy tested linked=m: SordinoVocabulary
     2 room      SordinoSignal tested: SordinoRealtime CKernels
     2 room      SordinoCodecs tested: CKernels CMath SordinoRealtime
     2 room      SordinoMIDI tested
     3 framework AVAudioTypes tested features=Lifetimes: CoreAudioTypes
     4 framework CoreMedia tested: CCoreMedia CoreAudioTypes AVAudioTypes SordinoRealtime
     4 framework SystemConfiguration tested: AVAudioTypes
     5 framework MediaToolbox: CoreAudioTypes CoreMedia
     3 room      SordinoMedia tested: CoreAudioTypes SordinoRealtime SordinoSignal SordinoCodecs CAVCodec
     4 room      SordinoStreaming tested: CCurl CoreAudioTypes SordinoRealtime SordinoSignal SordinoMedia SordinoWork
     4 room      SordinoSpeech tested: CSpeech CoreAudioTypes SordinoRealtime SordinoSignal SordinoMedia
     4 room      SordinoLibrary tested: CSQLite SordinoRealtime SordinoMedia SordinoWork
     4 room      SordinoGraph tested: CAudioToolbox CoreAudioTypes SordinoRealtime SordinoSignal CSOFA
     5 room      SordinoPlugIns tested: CPlugIns CoreAudioTypes SordinoRealtime SordinoGraph
     4 room      SordinoHardware tested: SordinoRealtime SordinoSignal SordinoPolicy SordinoWork
     5 room      SordinoPipeWire tested: SordinoRealtime SordinoPolicy SordinoSignal SordinoHardware SordinoWork \
        CPipeWire
     5 room      SordinoALSA tested: CALSA SordinoRealtime SordinoPolicy SordinoSignal SordinoHardware SordinoWork
     3 room      SordinoWork tested: SordinoRealtime CMainQueue
     4 room      SordinoMIDIPorts tested: CALSA SordinoRealtime SordinoMIDI SordinoWork
     5 room      SordinoSession tested: SordinoRealtime SordinoJSON SordinoPolicy SordinoHardware SordinoWork
     6 room      SordinoBus tested: SordinoRealtime SordinoPolicy SordinoWork SordinoSession CSystemd
     8 room      SordinoDevice tested: CFileLook SordinoRealtime SordinoPolicy SordinoHardware SordinoPipeWire \
        SordinoALSA SordinoWork SordinoSession SordinoBus
     7 room      SordinoBluetooth tested: SordinoRealtime SordinoMIDI SordinoMIDIPorts SordinoWork SordinoSession SordinoBus
    # The session daemon; programs do not compile it.
     9 room      SordinoService tested: SordinoRealtime SordinoPolicy SordinoHardware SordinoPipeWire SordinoWork \
        SordinoSession SordinoBus SordinoDevice
    # The page of a device.
    10 room      SordinoConsole tested: CMicroHTTP SordinoJSON SordinoRealtime SordinoPolicy SordinoHardware SordinoWork \
        SordinoSession SordinoBus SordinoDevice SordinoService SordinoStories SordinoTimeline SordinoBluetooth \
        SordinoMIDIPorts SordinoLibrary
     9 room      SordinoEngine tested: CoreAudioTypes SordinoRealtime SordinoMIDI SordinoMIDIPorts SordinoSignal \
        SordinoMedia SordinoSpeech SordinoGraph SordinoPolicy SordinoHardware SordinoWork SordinoSession SordinoDevice
    # The language of scenarios and tools; programs do not compile it.
     6 room      SordinoStories tested: SordinoPolicy SordinoHardware SordinoSession
     7 room      SordinoTimeline tested: SordinoPolicy SordinoSession SordinoStories

    # What programs import.
     9 framework CoreMIDI tested: CCoreMIDI CoreAudioTypes AVAudioTypes SordinoRealtime SordinoMIDI SordinoWork \
        SordinoMIDIPorts SordinoBluetooth SordinoHardware SordinoSession SordinoDevice
    10 framework AudioToolbox tested: CoreAudioTypes AVAudioTypes SordinoRealtime SordinoPolicy SordinoMIDI \
        SordinoSignal SordinoMedia SordinoGraph SordinoHardware SordinoWork SordinoSession SordinoDevice SordinoEngine \
        SordinoMIDIPorts SordinoPlugIns CAudioToolbox CClassMaking CCoreMIDI CoreMIDI
    11 framework AVFAudio tested: CoreAudioTypes AVAudioTypes AudioToolbox SordinoVocabulary SordinoRealtime SordinoPolicy SordinoMIDI \
        SordinoSignal SordinoMedia SordinoSpeech SordinoGraph SordinoHardware SordinoWork SordinoSession SordinoDevice \
        SordinoEngine CoreMIDI CoreMedia
    12 framework AVFoundation tested: CoreAudioTypes AVAudioTypes CoreMedia MediaToolbox AVFAudio SordinoVocabulary SordinoRealtime \
        SordinoSignal SordinoMedia SordinoStreaming SordinoWork SordinoSession SordinoEngine os
    13 framework AVKit tested: AVFoundation SordinoRealtime
    13 framework MediaPlayer: AVFoundation SordinoRealtime SordinoLibrary SordinoWork SordinoPolicy SordinoSession SordinoBus \
        SordinoDevice
    12 framework OpenAL: COpenAL CoreAudioTypes AVFAudio SordinoRealtime SordinoPolicy SordinoSignal SordinoWork \
        SordinoSession
     3 framework Accelerate tested: CAccelerate SordinoRealtime SordinoSignal
    12 framework CoreAudio: CCoreAudio CoreAudioTypes AVAudioTypes AudioToolbox SordinoRealtime SordinoPolicy \
        SordinoGraph SordinoHardware SordinoWork SordinoSession SordinoDevice SordinoEngine
    13 framework AudioUnit: AudioToolbox CoreAudio
    14 framework CoreAudioKit tested: AudioUnit AudioToolbox CoreAudio CoreMIDI SordinoBluetooth SordinoDevice
    # The functions by their C names, for `libSordinoAudio.so`; programs in Swift do not compile it.
    13 library   SordinoAudio: CCoreFoundation CoreAudioTypes AVAudioTypes AudioToolbox CoreAudio CoreMIDI SordinoWork
    12 framework SordinoSimulator tested: AVFAudio SordinoVocabulary SordinoSignal SordinoPolicy SordinoHardware SordinoWork \
        SordinoSession SordinoBus SordinoDevice SordinoService SordinoEngine

    # What tests may lean on: kind `testSupport` reaches every test target whose room stands on all that it uses.
    -1 testSupport CAllocationProbe
    -1 testSupport CStructLayouts
     0 testSupport StructLayouts: CStructLayouts
     0 testSupport AllocationProbe: CAllocationProbe
     0 testSupport ByteMutation
     4 testSupport DamagedPackets: SordinoSignal SordinoMedia ByteMutation
     0 testSupport SmallBanks
     5 testSupport HardwareContract: SordinoRealtime SordinoPolicy SordinoHardware
     0 testSupport Patience
     0 testSupport CFakeALSA: CALSA
     0 testSupport TestPlugIns
     0 testSupport CThreadStop
     0 testSupport CListening
     0 testSupport MusicFiles
     0 testSupport CKillingFiles linked=dl
    # Faults in any simulated device's sound fail the test that made the device.
    13 testSupport Listening: CListening SordinoSignal SordinoSimulator
    11 testSupport PlugIns: CoreAudioTypes AVAudioTypes AudioToolbox
     1 testSupport RunningProgram: Patience
     0 testSupport PrivateWebServer
     0 testSupport PrivateBus
     6 testSupport SessionBench: SordinoPolicy SordinoHardware SordinoWork SordinoSession
     6 testSupport WireMutation: ByteMutation SordinoPolicy SordinoSession
     9 testSupport PlayedConfigFS: SordinoDevice
     8 testSupport PlayedBlueZ: SordinoBluetooth SordinoBus SordinoSession PrivateBus
     7 testSupport BusSiege: SordinoPolicy SordinoSession SordinoBus WireMutation
     6 testSupport StrangeReceivers: SordinoPolicy SordinoPipeWire ByteMutation
     0 testSupport CGraphClock trait=PipeWire headers=pipewire-0.3,spa-0.2: CPipeWire
     6 testSupport PrivatePipeWire: SordinoRealtime SordinoSignal SordinoPipeWire CPipeWire CGraphClock Patience
    13 testSupport PlayedBytes: SordinoSignal SordinoMedia AudioToolbox AVFAudio SordinoSimulator ByteMutation \
        SmallBanks

    # A program that tests start beside others.
    13 testProgram session-witness: CPipeWire SordinoPolicy SordinoHardware SordinoPipeWire SordinoSession \
        SordinoDevice
    13 testProgram hardware-witness: CoreAudio
    13 testProgram media-witness: AVFoundation
    13 testProgram loop-witness: AVFAudio AudioToolbox
    # Statements about Apple's API that run on Apple's systems as well: the rows are for `Conformance/`, a package of its own.
    -1 statement ConformanceReport path=Conformance/Sources/ConformanceReport
     0 example   conformance-compare path=Conformance/Sources/conformance-compare: ConformanceReport
    14 testProgram player-witness: MediaPlayer
    13 testProgram library-witness: SordinoLibrary CKillingFiles
    # Programs as strangers type them: the same files in two language modes.
    14 testProgram typed-programs-5 path=Tests/TypedPrograms/Swift5 language=5: AVFoundation AVFAudio AudioToolbox \
        Accelerate CoreAudio CoreMIDI MediaPlayer MediaToolbox os
    14 testProgram typed-programs-6 path=Tests/TypedPrograms/Swift6: AVFoundation AVFAudio AudioToolbox Accelerate \
        CoreAudio CoreMIDI MediaPlayer MediaToolbox os

    # Benchmarks and the libraries they are measured against: present when SORDINO_EXTRA is set.
     0 peer      BenchmarkRatios
     0 peer      CMixPeers linked=openal,soxr
     0 peer      CStretchPeers linked=rubberband,SoundTouch
    13 benchmark stretch-bench: SordinoSignal CStretchPeers
    13 benchmark mix-bench: SordinoSignal SordinoRealtime SordinoGraph CMixPeers BenchmarkRatios
     0 peer      CSpacePeer linked=openal
    13 benchmark space-bench: AVFAudio SordinoGraph SordinoSignal SordinoRealtime CSpacePeer CMixPeers BenchmarkRatios
    13 benchmark player-bench: AVFAudio AudioToolbox SordinoSimulator SordinoEngine SordinoGraph SordinoMedia \
        CMixPeers
     0 peer      CVoicePeers linked=speexdsp
    13 benchmark voice-bench: SordinoSignal CVoicePeers
     0 peer      CEffectsPeers linked=dl
    13 benchmark effects-bench: SordinoSignal SordinoRealtime SordinoGraph CEffectsPeers BenchmarkRatios
    13 benchmark resampler-bench: SordinoSignal SordinoRealtime CMixPeers BenchmarkRatios
    13 benchmark bus-bench: SordinoPolicy SordinoHardware SordinoSession SordinoBus SordinoService CSystemd PrivateBus
    13 benchmark attack-bench: SordinoRealtime SordinoPolicy SordinoSession SordinoBus PrivateBus PrivatePipeWire \
        RunningProgram
    13 benchmark io-bench: AVFAudio CPipeWire SordinoRealtime SordinoPolicy SordinoHardware SordinoPipeWire \
        SordinoSession SordinoBus SordinoService PrivateBus PrivatePipeWire RunningProgram
     0 peer      CAcceleratePeers linked=fftw3f,dl,m
    13 benchmark accelerate-bench: Accelerate CAcceleratePeers BenchmarkRatios
    13 benchmark asset-bench: AVFoundation BenchmarkRatios
    13 benchmark engine-bench: AVFAudio
    14 benchmark library-bench: MediaPlayer SordinoLibrary MusicFiles
    13 benchmark policy-bench: SordinoPolicy
    13 benchmark alsa-bench: AVFAudio SordinoALSA SordinoRealtime SordinoPolicy SordinoHardware TestPlugIns

    # Commands and examples.
    13 room      SordinoScenario tested path=Sources/Commands/SordinoScenario: AVFAudio SordinoSimulator SordinoPolicy \
        SordinoSession SordinoDevice SordinoStories SordinoTimeline
    14 example   sordino-demo path=Examples/Demo resources=Recordings: SordinoScenario SordinoStories SordinoTimeline
    13 example   effect-spectra path=Examples/EffectSpectra: SordinoSignal SordinoGraph
    13 example   make-bank path=Examples/MakeBank: SordinoMedia
    13 example   speech-model-input path=Examples/SpeechModel: AVFAudio
    13 example   batch-encode path=Examples/BatchEncode: AVFAudio
    13 example   radio-stream path=Examples/RadioStream: AVFoundation AudioToolbox
    13 example   read-marks path=Examples/ReadMarks: AVFoundation AudioToolbox
    13 example   voice-memo path=Examples/Seeds/VoiceMemo: AVFoundation
    13 example   augraph-mixer path=Examples/Seeds/AUGraphMixer: AVFoundation AudioToolbox
    13 example   openal-scene path=Examples/Seeds/OpenALScene: AVFoundation OpenAL
    13 example   asset-examples path=Examples/Assets: AVFoundation
    13 example   dj-cue path=Examples/Seeds/DJCue: AVFoundation
    13 example   turn-by-turn path=Examples/Seeds/TurnByTurn: AVFoundation
    13 example   audio-book path=Examples/Seeds/AudioBook: AVFoundation
    13 example   spl-meter path=Examples/Seeds/SPLMeter: AVFoundation
    13 example   game path=Examples/Seeds/Game: AVFoundation
    13 example   music-app path=Examples/Seeds/MusicApp: AVFoundation
    13 example   podcast path=Examples/Seeds/Podcast: AVFoundation
    14 example   podcast-app path=Examples/PodcastApp: AVFoundation MediaPlayer
    14 example   navigator path=Examples/Navigator: AVFoundation
    14 example   alarm-clock path=Examples/AlarmClock: AVFoundation MediaPlayer
    13 example   fitness-prompts path=Examples/Seeds/FitnessPrompts: AVFoundation
    13 example   button-sounds path=Examples/Seeds/ButtonSounds: AudioToolbox
    13 example   queue-player path=Examples/Seeds/QueuePlayer: AudioToolbox
    13 example   radio-queue path=Examples/Seeds/RadioQueue: AudioToolbox
    13 example   record-caf path=Examples/RecordCAF: AVFoundation
    13 example   engine-examples path=Examples/Engine: AVFAudio SordinoSimulator SordinoCommandLine
    13 example   space-examples path=Examples/Space: AVFAudio SordinoSimulator CSOFA
    13 example   call path=Examples/Call: AVFAudio SordinoSimulator
    13 example   ten-lines path=Examples/TenLines: AVFAudio
    14 command   afplay: AVFAudio MediaPlayer SordinoRealtime SordinoMIDI SordinoStreaming SordinoCommandLine
    13 command   afrecord: AVFAudio SordinoFileTools SordinoCommandLine
     2 room      SordinoCommandLine tested path=Sources/Commands/SordinoCommandLine: CGetopt SordinoJSON
    12 room      SordinoFileTools tested path=Sources/Commands/SordinoFileTools: CoreAudioTypes SordinoJSON \
        SordinoSignal SordinoMedia SordinoMIDI SordinoEngine SordinoCommandLine
    13 command   midictl: CoreMIDI SordinoMIDI SordinoBluetooth SordinoCommandLine
    13 command   afconvert: SordinoFileTools SordinoCommandLine
    13 command   afinfo: SordinoJSON SordinoFileTools SordinoMedia SordinoCommandLine
    13 command   audiosessiond: SordinoRealtime SordinoPolicy SordinoHardware SordinoPipeWire SordinoWork SordinoSession \
        SordinoBus SordinoDevice SordinoService SordinoCommandLine
    # The music player of all programs of a user.
    14 command   musicplayerd: AVFoundation MediaPlayer SordinoRealtime SordinoSession SordinoBus SordinoDevice SordinoLibrary \
        SordinoService SordinoCommandLine
    14 command   audioctl: SordinoLibrary SordinoPolicy SordinoALSA SordinoSession SordinoSignal SordinoBus SordinoDevice SordinoService \
        SordinoHardware SordinoStories SordinoTimeline SordinoConsole SordinoScenario SordinoCommandLine AVFAudio
    # A window of GTK 4: present when SORDINO_EXTRA has the word gtk.
     0 system    CGTK path=Examples/GTK/CGTK config=gtk4 extra=gtk
    13 example   gtk-player path=Examples/GTK/Player extra=gtk: AVFAudio CGTK
    # Built when SORDINO_EXTRA is set.
    13 fuzz      fuzz-containers: SordinoMedia ByteMutation
    13 fuzz      fuzz-wire: SordinoPolicy SordinoHardware SordinoSession SordinoBus SordinoService ByteMutation \
        PrivateBus WireMutation BusSiege
    13 fuzz      fuzz-packets: SordinoSignal SordinoMedia ByteMutation DamagedPackets
    13 fuzz      fuzz-decoders: SordinoMedia ByteMutation DamagedPackets
    13 fuzz      fuzz-instruments: SordinoSignal SordinoMedia ByteMutation SmallBanks
    14 fuzz      fuzz-player: PlayedBytes ByteMutation
    13 fuzz      fuzz-presets: AVFAudio ByteMutation
    13 fuzz      fuzz-codecs: SordinoMedia ByteMutation
    13 fuzz      fuzz-midi: SordinoMIDI ByteMutation
    13 fuzz      fuzz-sessions: SordinoMIDI ByteMutation
    13 fuzz      fuzz-samples: CoreMedia ByteMutation
    13 fuzz      fuzz-playlists: SordinoStreaming ByteMutation
    13 fuzz      fuzz-library: SordinoLibrary MusicFiles ByteMutation
    13 fuzz      fuzz-console: SordinoConsole ByteMutation
    13 fuzz      fuzz-receivers: StrangeReceivers ByteMutation
     0 peer      CSndfilePeer linked=sndfile
     0 peer      CSwresamplePeer linked=swresample
    13 benchmark file-bench: AVFAudio CSndfilePeer CSwresamplePeer BenchmarkRatios
    13 benchmark codec-bench: AVFAudio BenchmarkRatios
    13 benchmark convert-bench: CoreAudioTypes SordinoMedia SordinoSignal BenchmarkRatios
    13 benchmark afconvert-bench
     0 peer      CFluidSynthPeer linked=fluidsynth
    13 benchmark sampler-bench: SordinoRealtime SordinoMIDI SordinoMedia SordinoSignal SordinoEngine AudioToolbox \
        CFluidSynthPeer BenchmarkRatios
    # Programs that asset-bench starts.
    13 benchmark start-alone path=Benchmarks/Starts/Alone: AVFAudio
    15 benchmark start-kit path=Benchmarks/Starts/Kit: AVFoundation Accelerate CoreAudio CoreAudioKit CoreMedia \
        MediaPlayer MediaToolbox SystemConfiguration os
    13 benchmark media-bench: SordinoMedia CSndfilePeer BenchmarkRatios
    """

/// Test targets beside those of single rooms: the group that `SORDINO_ROOMS` names, the target, and what it stands on.
let groupMap = """
    engine-examples EngineExamplesTests: engine-examples AVFAudio
    space-examples  SpaceExamplesTests: space-examples AVFAudio
    sordino-demo    DemoTests: sordino-demo SordinoSignal
    FileTools       FileToolsTests: afconvert afinfo audioctl
    # Programs written as programs for iOS are, on a simulated device.
    Clients         ClientTests path=Tests/Clients: AVFoundation AudioUnit CoreAudio CoreAudioKit SordinoSimulator os \
        PrivateWebServer Patience Listening ByteMutation StructLayouts CStructLayouts
    # Programs that play through OpenAL, on a simulated device. The context that is current is the process's.
    OpenAL          OpenALProgramTests: OpenAL AVFAudio SordinoSimulator Listening
    # Players and examples as processes on a simulated device, with a web server that the tests are.
    Programs        ProgramTests: afplay afrecord voice-memo radio-stream record-caf read-marks augraph-mixer \
        openal-scene batch-encode speech-model-input call asset-examples dj-cue turn-by-turn audio-book spl-meter game \
        music-app podcast fitness-prompts button-sounds queue-player radio-queue midictl typed-programs-5 \
        typed-programs-6 loop-witness AVFoundation SordinoSimulator PrivateWebServer RunningProgram Patience Listening TestPlugIns
    # midictl as a process, with a Bluetooth keyboard that the tests play.
    Bluetooth       BluetoothProgramTests: midictl PlayedBlueZ PrivateBus SordinoBluetooth RunningProgram Patience
    # The statements of Conformance/, which import Apple's modules alone, and what compares the reports of two systems.
    Conformance     ConformanceTests path=Conformance/Tests/ConformanceTests language=5: ConformanceReport AVFAudio \
        AudioToolbox CoreAudioTypes CoreMIDI Accelerate os
    Conformance     ConformanceCompareTests: ConformanceReport conformance-compare
    # Plug-ins of Linux as audio units; the tests compile some.
    LinuxPlugIns    LinuxPlugInTests: AVFAudio AudioToolbox CoreAudioTypes SordinoPlugIns TestPlugIns AllocationProbe Patience
    # The library of music, its players and the programs that show it.
    Music           MusicTests: podcast-app navigator alarm-clock library-witness MediaPlayer AVFoundation SordinoLibrary \
        SordinoSimulator MusicFiles RunningProgram Patience Listening
    # Several programs on one device: each is a process, and so is the service.
    ManagedAudio    ManagedAudioTests: afplay afrecord audioctl audiosessiond musicplayerd player-witness record-caf \
        session-witness MusicFiles \
        CGraphClock CPipeWire \
        hardware-witness media-witness PrivatePipeWire PrivateBus Patience RunningProgram ByteMutation SordinoRealtime SordinoPolicy \
        SordinoPipeWire SordinoSession SordinoBus SordinoService CThreadStop
    # The house rules read files, not rooms.
    HouseRules      HouseRulesTests
    """

/// One line of a table: words, options such as `path=X`, and what stands behind the colon.
struct Line {
    let words: [String]
    let options: [String: String]
    let uses: [String]

    init(_ line: Substring) {
        let halves = line.split(separator: ":", maxSplits: 1)
        let parts = halves[0].split(separator: " ").map { $0.split(separator: "=").map(String.init) }
        words = parts.filter { $0.count == 1 && $0 != ["tested"] }.map { $0[0] }
        let given = parts.filter { $0.count == 2 || $0 == ["tested"] }
        options = Dictionary(uniqueKeysWithValues: given.map { ($0[0], $0.last ?? "") })
        uses = halves.dropFirst().flatMap { $0.split(separator: " ").map(String.init) }
    }

    static func all(_ table: String) -> [Line] {
        table.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(Line.init)
    }
}

/// One row of the map.
struct Room {
    enum Kind: String {
        case shim, room, framework, library, command, example, testSupport, testProgram, peer, benchmark, fuzz, system
        case statement
    }
    static let folders: [Kind: String] = [
        .shim: "Sources/Shims", .room: "Sources/Rooms", .framework: "Sources/Frameworks",
        .library: "Sources/Libraries", .command: "Sources/Commands",
        .example: "Examples", .testSupport: "Tests/Support", .testProgram: "Tests/Support", .peer: "Benchmarks",
        .benchmark: "Benchmarks", .fuzz: "Fuzz",
    ]
    let name: String
    let kind: Kind
    let floor: Int
    let uses: [String]
    let options: [String: String]
    static let needs = [
        "tested", "path", "linked", "resources", "features", "language", "trait", "headers", "extra", "config", "proof",
    ]

    init(_ line: Line) {
        guard line.words.count == 3, let floor = Int(line.words[0]), let kind = Kind(rawValue: line.words[1]),
            line.options.keys.allSatisfy(Room.needs.contains)
        else { fatalError("no row of the map: \(line)") }
        (self.floor, self.kind, name, uses, options) = (floor, kind, line.words[2], line.uses, line.options)
    }

    var path: String { options["path"] ?? "\(Room.folders[kind] ?? "")/\(name)" }
    var trait: String? { options["trait"] }
    func list(_ need: String) -> [String] { options[need]?.split(separator: ",").map(String.init) ?? [] }
}
let rooms = Line.all(map).map(Room.init)
let roomNamed = Dictionary(uniqueKeysWithValues: rooms.map { ($0.name, $0) })
let groups = Line.all(groupMap).map { (name: $0.words[0], target: $0.words[1], line: $0) }

// MARK: - From the map to targets

let trimmedTo = Context.environment["SORDINO_ROOMS"].map { $0.split(separator: ",").map(String.init) }
/// The words of `SORDINO_EXTRA`: what nobody needs who depends on the package.
let extraWords = Set((Context.environment["SORDINO_EXTRA"] ?? "").split(separator: ",").map(String.init))
/// The kinds of rooms that they add; a word that is not known adds all of them.
let extra: Set<Room.Kind> =
    extraWords.isSubset(of: ["fuzzers", "gtk"])
    ? (extraWords.contains("fuzzers") ? [.fuzz] : []) : [.peer, .benchmark, .fuzz]
for name in trimmedTo ?? []
where roomNamed[name] == nil && name != "Traits" && !groups.contains(where: { $0.name == name }) {
    fatalError("SORDINO_ROOMS: there is no room \"\(name)\"; Package.swift lists the rooms")
}
func isAskedFor(_ name: String) -> Bool { trimmedTo?.contains(name) ?? true }

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
let standing =
    trimmedTo.map { names in
        closure(
            of: names + groups.filter { names.contains($0.name) }.flatMap(\.line.uses)
                + (names.contains("Traits")
                    ? rooms.filter { $0.kind == .shim && $0.trait != nil }.flatMap { [$0.name] + $0.list("proof") }
                    : []))
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
func define(of trait: String) -> String { "SORDINO_" + trait.uppercased() }
extension BuildSettingCondition {
    /// Holds where the whole system is asked for, or this library alone.
    static func asked(for trait: String) -> BuildSettingCondition { .when(traits: ["System", trait]) }
}
/// A checkout in the build folder of another package is built once and never edited there: compiled a whole module at a time,
/// a debug build takes a fifth less processor time than with incremental compilation, which the package itself keeps, and in
/// one job that parses each module once, another tenth.
let isCheckout = ["/checkouts/", "/registry/downloads/"].contains { Context.packageDirectory.contains($0) }
let wholeModules = """
    -whole-module-optimization -no-emit-module-separately-wmo -num-threads 2 -index-ignore-system-modules \
    -index-ignore-clang-modules
    """.split(separator: " ").map(String.init)
/// Programs that depend on this package are linked in half the time, and with relative addresses that take a bit each in the
/// place of 24 bytes, which glibc reads from 2.36 on.
let packsAddresses: Bool = {
    var version = [CChar](repeating: 0, count: 64)
    confstr(Int32(_CS_GNU_LIBC_VERSION), &version, version.count)
    let words = String(decoding: version.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self).split(separator: ".")
    return isCheckout && words.count > 1 && words[0] == "glibc 2" && Int(words[1]) ?? 0 >= 36
}()
let packedAddresses = ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]
/// A library for programs in C exports the names of a list, with a version, and nothing of Swift's.
let exportedNames = ["-Xlinker", "--version-script=\(Context.packageDirectory)/Packaging/c/SordinoAudio.map"]
/// A section for each function: the linker leaves out those that a program does not reach, a sixteenth of it.
let sections = ["-Xfrontend", "-function-sections"]
let sectionsOfC = ["-ffunction-sections", "-fdata-sections"]
func settings(_ language: Int) -> [SwiftSetting] {
    [
        .swiftLanguageMode(language == 5 ? .v5 : .v6),
        .unsafeFlags(sections, .when(configuration: .release)),
    ]
        + (isCheckout ? [.unsafeFlags(wholeModules, .when(configuration: .debug))] : [])
}
let swiftSettings = settings(6)

func tests(
    _ name: String, path: String? = nil, language: Int = 6, _ uses: [String], _ more: [SwiftSetting] = []
) -> Target {
    .testTarget(
        name: name, dependencies: uses.map { .target(name: $0) }, path: path ?? "Tests/\(name)",
        swiftSettings: settings(language) + more)
}

var targets: [Target] = []
for room in rooms where standing.contains(room.name) || standingSupport.contains(room.name) {
    if [.peer, .benchmark, .fuzz].contains(room.kind), !extra.contains(room.kind) { continue }
    if let word = room.options["extra"], !extraWords.contains(word) { continue }
    for used in room.uses {
        guard let lower = roomNamed[used] else { fatalError("\(room.name) uses \(used), which is not on the map") }
        guard lower.floor < room.floor else {
            fatalError("\(room.name) (floor \(room.floor)) may not use \(used) (floor \(lower.floor))")
        }
    }
    let dependencies = room.uses.map { Target.Dependency.target(name: $0) }
    let shims = room.kind == .shim ? ".." : "../../../Sources/Shims"
    let cSettings =
        room.list("headers").map { CSetting.headerSearchPath("\(shims)/SystemHeaders/\($0)") }
        + (room.trait.map { trait in [CSetting.define(define(of: trait), .asked(for: trait))] } ?? [])
        + [.unsafeFlags(sectionsOfC, .when(configuration: .release))]
    let linkerSettings =
        room.list("linked").map { LinkerSetting.linkedLibrary($0) }
        + (packsAddresses && room.floor == -1 ? [.unsafeFlags(packedAddresses)] : [])
        + (room.kind == .library && !isCheckout ? [.unsafeFlags(exportedNames)] : [])
    switch room.kind {
    case .system:
        targets.append(.systemLibrary(name: room.name, path: room.path, pkgConfig: room.options["config"]))
    case .shim, .peer, .testSupport:
        targets.append(
            .target(
                name: room.name, dependencies: dependencies, path: room.path, cSettings: cSettings,
                linkerSettings: linkerSettings))
    case .room, .framework, .library, .statement:
        let features = room.list("features").map { SwiftSetting.enableExperimentalFeature($0) }
        targets.append(
            .target(
                name: room.name, dependencies: dependencies, path: room.path, swiftSettings: swiftSettings + features,
                linkerSettings: linkerSettings))
    case .command, .example, .testProgram, .benchmark, .fuzz:
        targets.append(
            .executableTarget(
                name: room.name, dependencies: dependencies, path: room.path,
                resources: room.list("resources").map { .copy($0) },
                swiftSettings: settings(room.options["language"] == "5" ? 5 : 6), linkerSettings: linkerSettings))
    }
    if room.options["tested"] != nil, isAskedFor(room.name) {
        let below = closure(of: [room.name])
        targets.append(tests("\(room.name)Tests", closure(of: [room.name] + testSupport(for: below)).sorted()))
    }
    // What the trait brings, and that it brings nothing when it is off; rooms that do without it are its `proof`.
    if room.kind == .shim, let trait = room.trait, isAskedFor("Traits") {
        let define = SwiftSetting.define(define(of: trait), .asked(for: trait))
        let uses = [room.name] + room.list("proof")
        targets.append(tests("Trait\(trait)Tests", path: "Tests/TraitsTests/\(trait)", uses, [define]))
    }
}
for group in groups where isAskedFor(group.name) {
    let language = group.line.options["language"] == "5" ? 5 : 6
    targets.append(tests(group.target, path: group.line.options["path"], language: language, group.line.uses))
}

// MARK: - The package

let package = Package(
    name: "Sordino",
    products: rooms.filter { standing.contains($0.name) }.compactMap { room in
        switch room.kind {
        case .framework: .library(name: room.name, targets: [room.name])
        case .library: .library(name: room.name, type: .dynamic, targets: [room.name])
        case .command: .executable(name: room.name, targets: [room.name])
        case .shim, .room, .example, .testSupport, .testProgram, .peer, .benchmark, .fuzz, .system, .statement:
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
