import Foundation
import Testing

/// `sordino-port` finds what does not build on Linux, writes what is mechanical, and reports nothing else.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"))
struct PorterTests {
    /// Text that holds places, the lines of them, and words of each remedy.
    struct Fixture: CustomTestStringConvertible {
        let name: String
        let text: String
        var lines: [Int] = []
        var says: [String] = []
        var testDescription: String { name }
    }

    // MARK: - Places

    static let found = [
        Fixture(
            name: "imports of Apple's modules",
            text: """
                import Foundation
                import Darwin
                import UIKit
                import Combine
                import AVKit
                import CoreGraphics

                """,
            lines: [2, 3, 4, 6], says: ["Glibc", "canImport(UIKit)", "OpenCombine", "CGFloat"]),
        Fixture(
            name: "submodules",
            text: """
                import AudioToolbox.AudioFile
                import os.log
                import class AVFoundation.AVPlayer

                """, lines: [1, 2],
            says: ["no submodules"]),
        Fixture(
            name: "scoped imports of names that move",
            text: """
                import var Foundation.NSEC_PER_SEC
                let a = NSEC_PER_SEC

                """,
            lines: [1], says: ["CoreAudioTypes"]),
        Fixture(
            name: "FoundationNetworking",
            text: """
                import Foundation
                let a = URLSession.shared
                var b: URLRequest?

                """,
            lines: [2], says: ["FoundationNetworking"]),
        Fixture(
            name: "attributes of Objective-C",
            text: """
                import AVFAudio
                class A: NSObject {
                    @objc func b() {}
                    @IBAction func c(_ d: Any) {}
                }
                @objc protocol D { @objc optional func e() }

                """,
            lines: [3, 4, 6, 6], says: ["canImport(ObjectiveC)", "interface builder", "AnyObject", "a default"]),
        Fixture(
            name: "selectors",
            text: """
                import AVFAudio
                let a = #selector(A.b)
                let c = Selector("d")
                x.perform(#selector(A.b))
                button.addTarget(self, action: #selector(A.b), for: .touchUpInside)

                """,
            lines: [2, 3, 4, 5], says: ["no selectors", "call the method", "remote commands"]),
        Fixture(
            name: "key-value observation",
            text: """
                import AVFoundation
                player.addObserver(self, forKeyPath: #keyPath(AVPlayer.status), options: .new)
                player.removeObserver(self, forKeyPath: name)
                override func observeValue(forKeyPath a: String?) {}
                defaults.setValue(1, forKey: name)

                """,
            lines: [2, 2, 3, 4, 5], says: ["invalidate()", "no key paths", "observe(\\.property)", "set(_:forKey:)"]),
        Fixture(
            name: "publishers",
            text: """
                import AVFAudio
                class A: ObservableObject {
                    @Published var b = 1
                    var c: AnyCancellable?
                }
                center.publisher(for: AVAudioSession.interruptionNotification)

                """,
            lines: [2, 3, 4, 6], says: ["AsyncStream", "notifications(named:)"]),
        Fixture(
            name: "optional pointers of the C library",
            text: """
                import Foundation
                memcpy(target, list.mBuffers.mData, 4)
                memset(pointer, 0, 4)
                bzero(buffer.mData, 4)

                """,
            lines: [2, 4], says: ["import CoreAudioTypes", "memset(pointer"]),
        Fixture(
            name: "objects that end with their expression",
            text: """
                import AudioToolbox
                let gone = Unmanaged.passUnretained(URL(fileURLWithPath: path) as CFURL)
                let kept = url as CFURL
                let here = Unmanaged.passUnretained(kept)
                var out: Unmanaged<CFData> = Unmanaged.passUnretained(Data() as CFData)

                """,
            lines: [2], says: ["withExtendedLifetime"]),
        Fixture(
            name: "names of Darwin under Foundation alone",
            text: """
                import Foundation
                let a = noErr
                let b: OSStatus = 0
                let c: FourCharCode = 0
                let d = mach_absolute_time()

                """,
            lines: [2], says: ["import CoreAudioTypes"]),
        Fixture(
            name: "names of Core Audio under Foundation alone",
            text: """
                import Foundation
                var a = AudioStreamBasicDescription()
                var b: AudioUnit?
                let c: AVAudioFormat? = nil
                let d: MIDIPortRef = 0
                let e: CMTime? = nil
                let f: vDSP_Length = 1
                let g: AVPlayer? = nil

                """,
            lines: [2, 3, 4, 7, 8],
            says: [
                "import CoreAudioTypes", "import AudioToolbox", "import AVFAudio", "import Accelerate",
                "import AVFoundation",
            ]),
        Fixture(
            name: "devices, taps, logs",
            text: """
                import AVFoundation
                let a = AudioObjectID(1)
                let b = CATapDescription()
                let c = Logger(subsystem: d, category: e)

                """,
            lines: [2, 3, 4], says: ["import CoreAudio", "another's sound", "import os"]),
        Fixture(
            name: "names that Linux has not",
            text: """
                import AVFAudio
                autoreleasepool { a() }
                let b = CACurrentMediaTime()
                let c: NSInteger = 1
                let d = CFAbsoluteTimeGetCurrent()
                objc_sync_enter(self)
                let e = NSHashTable<A>()
                let f = UIScreen.main
                let g = NSImage()
                vImageScale()
                sysctlbyname(h)

                """,
            lines: Array(2...11),
            says: ["systemUptime", "Mutex", "canImport(UIKit)", "canImport(AppKit)", "/proc/self"]),
        Fixture(
            name: "modules that brought Foundation",
            text: """
                #if canImport(UIKit)
                import UIKit
                #endif
                let a = Date()

                """, lines: [4], says: ["import Foundation"]),
        Fixture(
            name: "code after regular expressions",
            text: """
                import AVFAudio
                let a = /a\"\"\"b/
                @objc let b = 1
                let c = f(/\"/, #/\"/#)
                @objc let d = try? /\"/.wholeMatch(in: \"@objc\")
                let e = #/
                    \" /x @objc
                    /#
                @objc let g = 1

                """, lines: [3, 5, 9], says: ["canImport(ObjectiveC)"]),
        Fixture(
            name: "a branch beside which Linux builds another",
            text: """
                #if os(iOS)
                let s = AVAudioSession.sharedInstance()
                #else
                let s = 1
                #endif

                """, lines: [1], says: ["which builds another branch"]),
        Fixture(
            name: "branches about audio of which none is built",
            text: """
                #if os(macOS)
                let s = AudioDeviceID(1)
                #elseif os(tvOS)
                let s = AVAudioSession.sharedInstance()
                #endif

                """, lines: [1], says: ["as are the branches beside it"]),
        Fixture(
            name: "observation that SwiftUI brought",
            text: """
                import SwiftUI
                @Observable class A {}

                """, lines: [1, 2],
            says: ["import Observation"]),
    ]

    @Test(arguments: found)
    func whatDoesNotBuildIsFound(fixture: Fixture) throws {
        try Porter.withPackage(["Player.swift": fixture.text]) { folder in
            let (status, output) = try Porter.run([folder])
            #expect(status == 1)
            #expect(Porter.places(output) == fixture.lines, "\(output)")
            for words in fixture.says { #expect(output.contains(words), "\(words) in \(output)") }
        }
    }

    // MARK: - False alarms

    static let passed = [
        Fixture(
            name: "comments and strings",
            text: """
                // import Combine
                /* import AppKit
                   /* @objc */ import Metal */
                let a = "@objc #selector"
                let b = \"\"\"
                    noErr NSImage "quoted" autoreleasepool {
                    \"\"\"
                let c = #"\\" UIScreen "#

                """),
        Fixture(
            name: "host time and memory with a module of Sordino",
            text: """
                import CoreMIDI
                let a = mach_absolute_time()
                let b = noErr
                let c = NSEC_PER_SEC
                memcpy(target, list.mBuffers.mData, 4)
                let d: OSStatus = 0

                """),
        Fixture(
            name: "memory bound to another type",
            text: """
                import AVFAudio
                pointer.withMemoryRebound(to: Int8.self, capacity: 4) { use($0) }

                """),
        Fixture(
            name: "conditions that are false on Linux",
            text: """
                #if os(macOS)
                let a: NSImage?
                #elseif os(Windows)
                import WinSDK
                #endif
                #if canImport(UIKit) && !os(watchOS)
                import UIKit
                #if DEBUG
                let b = UIScreen.main
                #endif
                #endif
                #if !os(Linux)
                import Combine
                #endif
                #if os(Linux)
                let c = 1
                #else
                @objc let d = 1
                #endif

                """),
        Fixture(
            name: "branches that name Linux, or are for macOS",
            text: """
                #if os(iOS)
                let s = AVAudioSession.sharedInstance()
                #elseif os(Linux)
                let s = 1
                #endif
                #if os(macOS)
                let d = AudioDeviceID(1)
                #else
                let d = 1
                #endif

                """),
        Fixture(
            name: "operators that are slashes",
            text: """
                let a = b / 2 / \"NSInteger\".count
                let c = d.reduce(1, /)
                let e = f(/, g: /) + \"NSInteger\"

                """),
        Fixture(
            name: "the simulator, compilers and brackets",
            text: """
                #if targetEnvironment(simulator) || (os(iOS) && swift(>=5.9))
                import UIKit
                #endif
                #if compiler(<5.9) || swift(<6)
                import Combine
                #endif
                #if canImport(Darwin)
                import Darwin
                #endif
                #if canImport(Foundation.NSURLSession)
                let a = NSImage()
                #endif
                #if _runtime(_ObjC)
                @objc let b = 1
                #endif

                """),
        Fixture(
            name: "what the package declares itself",
            text: """
                import Foundation
                struct Logger { init(subsystem: String) {} }
                let a = Logger(subsystem: b)
                typealias OSStatus = Int32
                let c: OSStatus = 0
                func autoreleasepool(_ d: () -> Void) {}
                autoreleasepool { }
                class UIDevice {}
                let e = UIDevice()

                """),
        Fixture(
            name: "members and labels",
            text: """
                import Foundation
                let a = colour.Fixed
                let b = .noErr
                use(noErr: 1)
                enum C { case noErr }

                """),
        Fixture(
            name: "observation by key paths",
            text: """
                import AVFoundation
                let a: NSKeyValueObservation = player.observe(\\.status) { _, _ in }

                """),
        Fixture(
            name: "random numbers of the C library",
            text: """
                import Foundation
                let a = arc4random_uniform(6)

                """),
        Fixture(
            name: "notifications of another file's import",
            text: """
                import AVFAudio
                for await note in NotificationCenter.default.notifications(named: a) {}

                """),
        Fixture(
            name: "an import that is there",
            text: """
                import os
                import AVFAudio
                let a = Logger(subsystem: b, category: c)

                """),
    ]

    @Test(arguments: passed)
    func whatBuildsIsNotReported(fixture: Fixture) throws {
        try Porter.withPackage(["Player.swift": fixture.text]) { folder in
            let (status, output) = try Porter.run([folder])
            #expect(
                status == 0 && output == "0 places in 0 files; --apply changes 0 of them in 0 files.\n", "\(output)")
        }
    }

    @Test func conditionsThatMayBeTrueAreRead() throws {
        let text = """
            #if DEBUG || os(iOS)
            import Combine
            #endif
            #if !os(macOS)
            import UIKit
            #endif
            #if swift(>=6)
            import Metal
            #else
            import MetalKit
            #endif
            """
        try Porter.withPackage(["Player.swift": text]) { folder in
            let (_, output) = try Porter.run([folder])
            #expect(Porter.places(output) == [2, 5, 8], "\(output)")
        }
    }
}
