// swift-tools-version: 6.2
// Statements about Apple's audio API, as tests: on Apple's systems against the SDK, on Linux against the package in `..`.

import PackageDescription

// CONFORMANCE_SDK=26: with the API that iOS 26 and macOS 26 brought, on an SDK and a system of that age.
let newer = Context.environment["CONFORMANCE_SDK"]
let products = ["AVFAudio", "AudioToolbox", "CoreAudioTypes", "CoreMIDI", "Accelerate", "os"]

#if os(Linux)
let dependencies: [Package.Dependency] = [.package(name: "Sordino", path: "..")]
let audio: [Target.Dependency] = products.map { .product(name: $0, package: "Sordino") }
#else
let dependencies: [Package.Dependency] = []
let audio: [Target.Dependency] = []
#endif

let package = Package(
    name: "Conformance",
    platforms: newer.map { [.macOS("\($0).0"), .iOS("\($0).0")] } ?? [.macOS(.v13), .iOS(.v16)],
    dependencies: dependencies,
    targets: [
        .target(name: "ConformanceReport"),
        .executableTarget(name: "conformance-compare", dependencies: ["ConformanceReport"]),
        .testTarget(
            name: "ConformanceTests", dependencies: ["ConformanceReport"] + audio,
            swiftSettings: [.swiftLanguageMode(.v5)] + (newer == nil ? [] : [.define("NEWER_SDK")])),
    ]
)
