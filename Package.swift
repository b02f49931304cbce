// swift-tools-version: 6.2
// Linux only: the modules bear Apple's names. The map of the house is the table `rooms` below.

import PackageDescription

// MARK: - The rooms

/// One row of the map. A room uses only rooms of lower floors; an upward or sideways arrow stops the build here.
struct Room {
    enum Kind { case shim, room, framework, command, example, benchmark, fuzz }
    let name: String
    let kind: Kind
    let floor: Int
    let uses: [String]
    var path: String? = nil
    var linked: [String] = []
    var tested = false
}

let rooms: [Room] = [
    // Shims: C only where a header's macros, layouts, variadics or SIMD clones ask for it.
    Room(name: "CCoreAudioTypes", kind: .shim, floor: -1, uses: []),
    Room(name: "CKernels", kind: .shim, floor: -1, uses: []),
    Room(name: "CMath", kind: .shim, floor: -1, uses: [], linked: ["m"]),

    // What programs import, lowest part.
    Room(name: "CoreAudioTypes", kind: .framework, floor: 0, uses: ["CCoreAudioTypes"], tested: true),

    // Rooms: `package` access.
    Room(name: "SordinoRealtime", kind: .room, floor: 1, uses: ["CMath"], tested: true),
    Room(name: "SordinoPolicy", kind: .room, floor: 1, uses: [], tested: true),
    Room(name: "SordinoSignal", kind: .room, floor: 2, uses: ["SordinoRealtime", "CKernels"], tested: true),
    Room(name: "AVAudioTypes", kind: .framework, floor: 3, uses: ["CoreAudioTypes"], tested: true),
    Room(name: "SordinoMedia", kind: .room, floor: 3, uses: ["CoreAudioTypes", "SordinoSignal"], tested: true),
    Room(
        name: "SordinoGraph", kind: .room, floor: 4,
        uses: ["CoreAudioTypes", "SordinoRealtime", "SordinoSignal"], tested: true),
    Room(
        name: "SordinoHardware", kind: .room, floor: 4,
        uses: ["SordinoRealtime", "SordinoSignal", "SordinoPolicy"], tested: true),
    Room(
        name: "SordinoSession", kind: .room, floor: 6,
        uses: ["SordinoRealtime", "SordinoPolicy", "SordinoHardware"], tested: true),
    Room(
        name: "SordinoPlayout", kind: .room, floor: 7,
        uses: [
            "CoreAudioTypes", "SordinoRealtime", "SordinoSignal", "SordinoMedia", "SordinoGraph", "SordinoPolicy",
            "SordinoHardware", "SordinoSession",
        ], tested: true),

    // What programs import.
    Room(name: "AudioToolbox", kind: .framework, floor: 8, uses: ["CoreAudioTypes", "AVAudioTypes"]),
    Room(
        name: "AVFAudio", kind: .framework, floor: 9,
        uses: [
            "CoreAudioTypes", "AVAudioTypes", "AudioToolbox", "SordinoRealtime", "SordinoPolicy", "SordinoSignal",
            "SordinoMedia", "SordinoGraph", "SordinoHardware", "SordinoSession", "SordinoPlayout",
        ], tested: true),
    Room(name: "AVFoundation", kind: .framework, floor: 10, uses: ["AVFAudio"]),
    Room(name: "CoreAudio", kind: .framework, floor: 10, uses: ["CoreAudioTypes"]),
    Room(
        name: "SordinoSimulator", kind: .framework, floor: 10,
        uses: ["AVFAudio", "SordinoPolicy", "SordinoHardware", "SordinoSession", "SordinoPlayout"], tested: true),

    // Commands and examples.
    Room(name: "afplay", kind: .command, floor: 11, uses: ["AVFAudio"]),
]

// MARK: - From the map to targets

let trimmedTo = Context.environment["SORDINO_ROOMS"].map { $0.split(separator: ",").map(String.init) }
let wantsExtra = Context.environment["SORDINO_EXTRA"] != nil

let roomNamed = Dictionary(uniqueKeysWithValues: rooms.map { ($0.name, $0) })

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

let standing = trimmedTo.map { closure(of: $0) } ?? Set(rooms.map(\.name))

let swiftSettings: [SwiftSetting] = [.swiftLanguageMode(.v6)]

var targets: [Target] = []
for room in rooms where standing.contains(room.name) && (wantsExtra || (room.kind != .benchmark && room.kind != .fuzz)) {
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
        case .benchmark: "Benchmarks"
        case .fuzz: "Fuzz"
        }
    let dependencies = room.uses.map { Target.Dependency.target(name: $0) }
    let path = room.path ?? "\(folder)/\(room.name)"
    let linkerSettings = room.linked.map { LinkerSetting.linkedLibrary($0) }
    switch room.kind {
    case .shim:
        targets.append(.target(name: room.name, dependencies: dependencies, path: path, linkerSettings: linkerSettings))
    case .room, .framework:
        targets.append(
            .target(
                name: room.name, dependencies: dependencies, path: path, swiftSettings: swiftSettings,
                linkerSettings: linkerSettings))
    case .command, .example, .benchmark, .fuzz:
        targets.append(
            .executableTarget(
                name: room.name, dependencies: dependencies, path: path, swiftSettings: swiftSettings,
                linkerSettings: linkerSettings))
    }
    if room.tested, trimmedTo == nil || trimmedTo!.contains(room.name) {
        let belowAndIncluding = closure(of: [room.name]).sorted().map { Target.Dependency.target(name: $0) }
        targets.append(
            .testTarget(
                name: "\(room.name)Tests", dependencies: belowAndIncluding, path: "Tests/\(room.name)Tests",
                swiftSettings: swiftSettings))
    }
}

// MARK: - The package

let package = Package(
    name: "Sordino",
    products: rooms.filter { standing.contains($0.name) }.compactMap { room in
        switch room.kind {
        case .framework: .library(name: room.name, targets: [room.name])
        case .command: .executable(name: room.name, targets: [room.name])
        case .shim, .room, .example, .benchmark, .fuzz: nil
        }
    },
    targets: targets
)
