import Foundation
import Glibc
import PrivatePipeWire
import RunningProgram
import SordinoBus
import SordinoPipeWire
import SordinoService
import Testing

extension ManagedAudioTests {
    /// Programs that record what the device plays straight through PipeWire, with and without the owner's answer.
    @Suite(
        .serialized, .enabled(if: PrivatePipeWire.path(of: "pw-record") != nil, "skipped: pw-record is not installed"))
    struct OutputRecordingTests {
        private static let level: Float = 0.5
        /// `pw-record` is another name of it.
        private static let program = "system-audio:program:/usr/bin/pw-cat"
        private static let hasManager = PrivatePipeWire.path(of: "wireplumber") != nil

        /// A device that plays a level, and a program that no one here wrote which records its loudspeaker.
        private final class Scene {
            let system: WholeSystem
            private let music: RunningProgram
            private(set) var recorder: RunningProgram?
            private var file: URL
            private var pulse: RunningProgram?
            private(set) var node: UInt32 = 0
            private let tool: [String]
            /// The `media.class` of its node.
            private let mediaClass: String

            /// - Parameter tool: Its words; the last one, the file, is added.
            init(
                withSessionManager: Bool, tool: [String], answer: Bool? = nil, mediaClass: String = "Stream/Input/Audio"
            ) throws {
                self.mediaClass = mediaClass
                let rules = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).conf")
                try Data("manage = all\nmonitors = ask\n".utf8).write(to: rules)
                system = try WholeSystem(
                    quantum: withSessionManager ? 2_048 : 256, withDaemon: false,
                    withSessionManager: withSessionManager, hasClock: !withSessionManager, hasOwnSpeaker: true,
                    options: ["--programs", rules.path])
                system.recorder.inspection.allowsArtefacts(because: "a level begins and ends with a step")
                if withSessionManager { try system.waitForDefault() }
                if let answer {
                    let text = "\n\(OutputRecordingTests.program) = \(answer ? "allow" : "deny")\n"
                    let file = try #require(FileHandle(forWritingAtPath: system.answers))
                    _ = try file.seekToEnd()
                    try file.write(contentsOf: Data(text.utf8))
                    try file.close()
                }
                try system.startDaemon()
                music = try system.witness()
                #expect(music.tell("category AVAudioSessionCategoryPlayback"))
                #expect(music.tell("play \(OutputRecordingTests.level)"))
                #expect(system.hear(until: { $0.allSatisfy { $0 == OutputRecordingTests.level } }) != nil)
                if tool[0] == "parec" { pulse = try system.pulseServer() }
                file = system.server.folder.appendingPathComponent("heard")
                self.tool = tool
                try record()
            }

            /// Starts the program, and waits for its stream.
            func record() throws {
                // Each run has a file of its own.
                file = file.appendingPathExtension("raw")
                let words = Array(tool.dropFirst()) + [file.path]
                // Its number may be that of the run before.
                let known = system.hand.mirror.nodes[node]?.properties["object.serial"]
                recorder = try RunningProgram(
                    try #require(PrivatePipeWire.path(of: tool[0])), words, environment: system.environment)
                let found = system.hand.wait { [mediaClass] graph in
                    graph.nodes.values.first {
                        $0.isKnown && $0.properties["media.class"] == mediaClass
                            && $0.properties["object.serial"] != known
                    }?.id
                }
                node = try #require(found)
            }

            deinit {
                recorder?.kill()
                pulse?.kill()
            }

            /// The nodes that lead to the program, one for each link.
            var sources: [UInt32] { system.hand.mirror.links.values.filter { $0.inputNode == node }.map(\.outputNode) }

            /// Links the program to the loudspeaker's monitor, as `pw-link` does.
            func link() throws { try link(system.speaker, node) }

            /// Links two nodes with two channels, as `pw-link` does.
            func link(_ from: UInt32, _ to: UInt32) throws {
                let ports = system.hand.wait { [system] _ -> ([GraphPort], [GraphPort])? in
                    let ports = (system.hand.ports(of: from, isInput: false), system.hand.ports(of: to, isInput: true))
                    return ports.0.count == 2 && ports.1.count == 2 ? ports : nil
                }
                let (outputs, inputs) = try #require(ports)
                for (from, to) in zip(outputs, inputs) { _ = try run("pw-link", "\(from.id)", "\(to.id)") }
            }

            /// Removes these links, as `pw-link` does.
            func unlink(_ from: UInt32, _ to: UInt32) throws {
                for link in system.hand.mirror.links.values where (link.outputNode, link.inputNode) == (from, to) {
                    _ = try run("pw-link", "-d", "\(link.id)")
                }
            }

            private func run(_ tool: String, _ words: String...) throws -> Int32? {
                try RunningProgram(
                    try #require(PrivatePipeWire.path(of: tool)), words, environment: system.environment
                ).finish()
            }

            /// A virtual microphone that a program makes, and leaves behind when it ends.
            func leaveMicrophone(_ name: String) throws -> UInt32 {
                let node =
                    "{ factory.name = support.null-audio-sink, node.name = \(name), object.linger = true, "
                    + "media.class = Audio/Source/Virtual, audio.position = [ FL FR ], node.group = test.clock, "
                    + "adapter.auto-port-config = { mode = dsp, monitor = true, position = preserve } }"
                _ = try run("pw-cli", "create-node", "adapter", node)
                let id = try #require(system.hand.node(name))
                #expect(system.hand.wait { $0.nodes[id]?.properties["client.id"] == nil ? true : nil } == true)
                return id
            }

            /// Indicates whether the device has an input of that name.
            func hasInput(_ name: String) -> Bool {
                let ports = (try? DeviceController(.at(system.bus.address)).status().ports) ?? []
                return ports.contains { $0.direction == .input && $0.uid == name }
            }

            /// All that the program has written, from its first sample on.
            var heard: [Float] {
                var bytes = (try? Data(contentsOf: file)) ?? Data()
                let isWave = bytes.starts(with: Data("RIFF".utf8))
                if isWave {
                    bytes = bytes.range(of: Data("data".utf8)).map { Data(bytes[($0.upperBound + 4)...]) } ?? Data()
                }
                return bytes.withUnsafeBytes { all in
                    (0..<all.count / 4).map { all.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
                }
            }

            /// Waits until so many more samples were written, all of one level.
            func hears(_ level: Float, _ count: Int = 9_600) -> Bool {
                let start = heard.count
                return system.recorder.wait {
                    system.recorder.pass(2_048)
                    let new = heard.dropFirst(start)
                    return new.count >= count && new.suffix(count).allSatisfy { $0 == level }
                }
            }

            func status() throws -> String { try system.audioctl("status").joined(separator: "\n") }

            /// Indicates whether the first line shows that it records; the test's own recorder stands there too.
            func isShown() throws -> Bool {
                try system.audioctl("status").contains { line in
                    line.range(of: "sound taken by").map { line[$0.upperBound...].contains(name) } ?? false
                }
            }

            /// The name that the status gives it.
            var name: String { system.hand.mirror.nodes[node]?.properties["application.name"] ?? "pw-record" }

            /// Waits until the status has some words.
            func shows(_ words: String) -> Bool {
                system.recorder.wait { (try? status())?.contains(words) == true }
            }

            func answer(_ word: String) throws {
                try system.audioctl("permissions", word, OutputRecordingTests.program)
            }
        }

        private static let patched = ["pw-record", "--channels", "2", "--format", "f32", "--target", "0"]
        private static let targeted = [
            "pw-record", "--channels", "2", "--format", "f32", "--target", WholeSystem.speakerUID,
            "-P", "{ stream.capture.sink = true }",
        ]

        private func unanswered(_ scene: Scene) -> Bool {
            scene.system.recorder.wait { scene.sources.isEmpty } && scene.shows("takes the sound of no other program")
        }

        /// The program may have the device's microphone besides.
        private func isRefused(_ scene: Scene, _ source: UInt32) -> Bool {
            scene.system.recorder.wait { !scene.sources.contains(source) }
                && scene.shows("takes the sound of no other program")
        }

        /// Without a session manager: what `pw-link` made is made again when the owner says so.
        @Test func aPatchedMonitorIsSilentUntilTheOwnerAllowsItAndWhenItIsTakenBack() throws {
            let scene = try Scene(withSessionManager: false, tool: Self.patched)
            scene.system.hand.configurePorts(scene.node, channels: 2)
            try scene.link()
            #expect(unanswered(scene))
            let leaked = scene.heard.count
            scene.system.recorder.pass(48_000)
            #expect(scene.sources.isEmpty && scene.heard.count == leaked)
            print("a monitor that was linked without permission gave", leaked / 2, "frames")
            #expect(try !scene.isShown())
            let why = try scene.system.audioctl("why", scene.name).joined(separator: "\n")
            #expect(why.contains("takes the sound of no other program"), "\(why)")
            try scene.answer("allow")
            #expect(scene.hears(Self.level))
            #expect(Set(scene.sources) == [scene.system.speaker])
            #expect(try scene.isShown())
            let listed = try scene.system.audioctl("permissions").filter { $0.contains(Self.program) }
            #expect(listed.count == 1 && listed[0].hasPrefix("allow") && listed[0].contains(scene.name), "\(listed)")
            // Taken back while it runs: at once, and shown no more.
            try scene.answer("deny")
            #expect(scene.system.recorder.wait { scene.sources.isEmpty })
            #expect(try !scene.isShown())
            let end = scene.heard.count
            scene.system.recorder.pass(24_000)
            // From PipeWire 1.6 on a program that nothing is linked to any more still records: silence.
            let after = scene.heard.dropFirst(end)
            let sounding = after.count { $0 != 0 }
            #expect(sounding == 0, "of \(after.count) samples")
            try scene.answer("allow")
            #expect(scene.hears(Self.level))
            // The program itself ends it.
            let name = scene.name
            scene.recorder?.terminate()
            #expect(scene.system.recorder.wait { (try? scene.status())?.contains(name) == false })
        }

        /// The answer is there before the program.
        @Test(arguments: [true, false]) func aKeptAnswerCountsAtOnce(isAllowed: Bool) throws {
            let scene = try Scene(withSessionManager: false, tool: Self.patched, answer: isAllowed)
            scene.system.hand.configurePorts(scene.node, channels: 2)
            try scene.link()
            if isAllowed {
                #expect(scene.hears(Self.level))
                #expect(scene.system.recorder.wait { (try? scene.isShown()) == true })
            } else {
                #expect(unanswered(scene))
                scene.system.recorder.pass(24_000)
                #expect(scene.sources.isEmpty)
            }
        }

        /// The session manager links it to a silent node instead, and neither undoes what the other did.
        @Test(.enabled(if: hasManager, "skipped: WirePlumber is not installed"), arguments: ["pw-record", "parec"])
        func aSessionManagerLinksNoOneToAMonitorWithoutPermission(tool: String) throws {
            let monitor = WholeSystem.speakerUID + ".monitor"
            let pulse = ["parec", "--raw", "--format=float32le", "--rate=48000", "--channels=2", "-d", monitor]
            if tool == "parec", ["parec", "pipewire-pulse"].contains(where: { PrivatePipeWire.path(of: $0) == nil }) {
                try Test.cancel("parec or pipewire-pulse is not installed")
            }
            let words = tool == "parec" ? pulse : Self.targeted
            let key = tool == "parec" ? "system-audio:program:/usr/bin/pacat" : Self.program
            let scene = try Scene(withSessionManager: true, tool: words)
            #expect(scene.shows("takes the sound of no other program"))
            #expect(scene.hears(0))
            let silent = scene.heard
            print("\(tool):", silent.count { $0 != 0 } / 2, "frames without permission")
            #expect(!scene.sources.contains(scene.system.speaker))
            // No fight: the links stay those that they are.
            let links = Set(scene.system.hand.mirror.links.values.filter { $0.inputNode == scene.node }.map(\.serial))
            scene.system.recorder.pass(3 * 48_000)
            let later = Set(scene.system.hand.mirror.links.values.filter { $0.inputNode == scene.node }.map(\.serial))
            #expect(!links.isEmpty && links == later)
            try scene.system.audioctl("permissions", "allow", key)
            #expect(scene.hears(Self.level))
            #expect(Set(scene.sources) == [scene.system.speaker])
            #expect(scene.system.recorder.wait { (try? scene.isShown()) == true })
            try scene.system.audioctl("permissions", "deny", key)
            #expect(scene.hears(0))
            #expect(!scene.sources.contains(scene.system.speaker))
            // The session manager remembers where it led the program; its next run is heard all the same.
            scene.recorder?.kill()
            try scene.system.audioctl("permissions", "allow", key)
            try scene.record()
            #expect(scene.hears(Self.level))
        }

        /// WirePlumber keeps where a program was led, by its role, for the next run of all programs in that role.
        @Test(.enabled(if: hasManager, "skipped: WirePlumber is not installed"))
        func whatASessionManagerRemembersSilencesNoOneWhoMayRecord() throws {
            let words = Self.targeted.filter { !["--target", WholeSystem.speakerUID].contains($0) }
            let scene = try Scene(withSessionManager: true, tool: words)
            #expect(scene.shows("takes the sound of no other program"))
            #expect(scene.hears(0))
            scene.recorder?.kill()
            try scene.system.audioctl("permissions", "allow", Self.program)
            for _ in 0..<2 {
                try scene.record()
                #expect(scene.hears(Self.level))
                scene.recorder?.kill()
            }
        }

        /// The stream of another program is no way around it, nor is the silent node of programs without a session.
        ///
        /// A node that calls itself a device is none.
        @Test(
            .enabled(if: PrivatePipeWire.path(of: "pw-play") != nil, "skipped: pw-play is not installed"),
            arguments: ["Stream/Input/Audio", "Audio/Strange"])
        func theStreamOfAnotherProgramIsNotGivenEither(mediaClass: String) throws {
            let scene = try Scene(
                withSessionManager: false, tool: Self.patched + ["-P", "{ media.class = \(mediaClass) }"],
                mediaClass: mediaClass)
            let hand = scene.system.hand
            hand.configurePorts(scene.node, channels: 2)
            let player = try Self.play(0.25, [], scene)
            defer { player.kill() }
            #expect(scene.system.hear(until: { $0.allSatisfy { abs($0 - 0.75) < 1e-4 } }) != nil)
            let places = hand.mirror.nodes.values.filter {
                $0.properties["media.class"] == "Stream/Output/Audio" && $0.properties["node.name"] == "pw-play"
                    || $0.properties["node.name"]?.hasPrefix("sordino.hold.playing") == true
                    || $0.properties["node.name"] == "sordino.stage.playback"
            }
            // The silent nodes of two, six and eight channels.
            #expect(places.count == 5)
            for place in places {
                let from = hand.mirror.ports.values.first { $0.nodeID == place.id && !$0.isInput }
                let to = try #require(hand.ports(of: scene.node, isInput: true).first)
                if let from { _ = hand.link(from, to) }
                #expect(scene.system.recorder.wait { scene.sources.isEmpty })
            }
            scene.system.recorder.pass(24_000)
            #expect(scene.sources.isEmpty)
            // The player is not punished for it.
            #expect(scene.system.hear(until: { $0.allSatisfy { abs($0 - 0.75) < 1e-4 } }) != nil)
        }

        /// A virtual microphone that its program has left behind gives a monitor to no one who may not have it, however long the way;
        /// meanwhile it is no microphone of the device.
        @Test(
            .enabled(if: PrivatePipeWire.path(of: "pw-cli") != nil, "skipped: pw-cli is not installed"),
            arguments: ["Stream/Input/Audio", "Audio/Strange"], [1, 3])
        func aMicrophoneThatWasLeftBehindPassesNoMonitorOn(mediaClass: String, length: Int) throws {
            let scene = try Scene(
                withSessionManager: false, tool: Self.patched + ["-P", "{ media.class = \(mediaClass) }"],
                mediaClass: mediaClass)
            scene.system.hand.configurePorts(scene.node, channels: 2)
            let way = try (0..<length).map { try scene.leaveMicrophone("left.\($0)") }
            #expect(scene.system.recorder.wait { scene.hasInput("left.0") })
            for (from, to) in zip([scene.system.speaker] + way, way) { try scene.link(from, to) }
            #expect(scene.system.recorder.wait { !way.indices.contains { scene.hasInput("left.\($0)") } })
            let last = try #require(way.last)
            try scene.link(last, scene.node)
            #expect(isRefused(scene, last))
            let leaked = scene.heard.count { $0 != 0 }
            scene.system.recorder.pass(48_000)
            #expect(!scene.sources.contains(last) && scene.heard.count { $0 != 0 } == leaked)
            print("a monitor that was led through", length, "nodes gave", leaked / 2, "frames")
            try scene.answer("allow")
            #expect(scene.hears(Self.level))
            #expect(scene.sources.contains(last))
            #expect(try scene.isShown())
            try scene.answer("deny")
            #expect(scene.system.recorder.wait { !scene.sources.contains(last) })
            // It is a microphone again when it gives the monitor no more.
            try scene.unlink(scene.system.speaker, way[0])
            #expect(scene.system.recorder.wait { way.indices.allSatisfy { scene.hasInput("left.\($0)") } })
        }

        /// A real microphone, and what a program gives as one, is heard through a virtual microphone as ever: no one is asked.
        @Test(.enabled(if: PrivatePipeWire.path(of: "pw-play") != nil, "skipped: pw-play is not installed"))
        func aMicrophoneThatPassesOnNoMonitorIsLeftAlone() throws {
            let scene = try Scene(
                withSessionManager: false, tool: Self.patched + ["-P", "{ media.class = Audio/Strange }"],
                mediaClass: "Audio/Strange")
            let hand = scene.system.hand
            hand.configurePorts(scene.node, channels: 2)
            let left = try scene.leaveMicrophone("left")
            let microphone = try #require(hand.plug("microphone", type: "MicrophoneBuiltIn", isSource: true))
            let player = try Self.play(0.25, ["--target", "0", "-P", "{ media.class = Audio/Source }"], scene)
            defer { player.kill() }
            let own = try #require(hand.node("pw-play"))
            hand.configurePorts(own, channels: 2, isSource: true)
            try scene.link(own, left)
            let source = hand.ports(of: microphone, isInput: false)
            #expect(source.count == 2)
            try scene.link(microphone, left)
            try scene.link(left, scene.node)
            #expect(scene.hears(0.25))
            #expect(Set(scene.sources) == [left])
            #expect(try !scene.status().contains("takes the sound of no other program"))
            #expect(scene.hasInput("left"))
        }

        /// The sink of a program gets nothing of the device before a person picks it; then its other side is a recording of the device.
        @Test(.enabled(if: PrivatePipeWire.path(of: "pw-loopback") != nil, "skipped: pw-loopback is not installed"))
        func aSinkOfAProgramIsNotChosenAndPassesNothingOn() throws {
            let scene = try Scene(
                withSessionManager: false, tool: Self.patched + ["-P", "{ media.class = Audio/Strange }"],
                mediaClass: "Audio/Strange")
            let (system, hand) = (scene.system, scene.system.hand)
            hand.configurePorts(scene.node, channels: 2)
            let cable = try Cable(system, "cable")
            defer { cable.end() }
            #expect(system.recorder.wait { cable.line()?.contains("waits until it is chosen") == true })
            // The other side is a microphone like any other as long as nothing of the device comes into the sink.
            #expect(system.recorder.wait { scene.hasInput(cable.sourceUID) })
            try scene.link(cable.source, scene.node)
            system.recorder.pass(24_000)
            #expect(scene.sources.count == 2 && scene.heard.allSatisfy { $0 == 0 })
            #expect(system.hear(until: { $0.allSatisfy { $0 == Self.level } }) != nil)
            #expect(cable.line()?.hasPrefix(" ") == true)
            // A person picks it.
            try system.audioctl("play-to", "cable")
            #expect(isRefused(scene, cable.source))
            #expect(system.recorder.wait { !scene.hasInput(cable.sourceUID) })
            let leaked = scene.heard.count { $0 != 0 }
            system.recorder.pass(48_000)
            #expect(!scene.sources.contains(cable.source) && scene.heard.count { $0 != 0 } == leaked)
            print("the other side of a program's sink gave", leaked / 2, "frames")
            try scene.answer("allow")
            #expect(scene.hears(Self.level))
            try scene.answer("deny")
            #expect(system.recorder.wait { !scene.sources.contains(cable.source) })
            try system.audioctl("play-to", "local")
            #expect(system.recorder.wait { scene.hasInput(cable.sourceUID) })
            #expect(system.hear(until: { $0.allSatisfy { $0 == Self.level } }) != nil)
        }

        private static func play(_ level: Float, _ words: [String], _ scene: Scene) throws -> RunningProgram {
            let file = scene.system.server.folder.appendingPathComponent("level.wav")
            try WaveFile.write(level: level, seconds: 60, to: file)
            return try RunningProgram(
                try #require(PrivatePipeWire.path(of: "pw-play")), ["--media-role", ""] + words + [file.path],
                environment: scene.system.environment)
        }

        /// A program that makes the link over and over loses its node, and says nothing new.
        @Test func whoMakesTheLinkOverAndOverLosesTheNode() throws {
            let scene = try Scene(withSessionManager: false, tool: Self.patched)
            let hand = scene.system.hand
            hand.configurePorts(scene.node, channels: 2)
            let inputs = hand.wait { graph -> [GraphPort]? in
                let ports = graph.ports(of: scene.node, isInput: true)
                return ports.count == 2 ? ports : nil
            }
            let (from, to) = (hand.ports(of: scene.system.speaker, isInput: false)[0], try #require(inputs)[0])
            var rounds = 0
            let isGone = scene.system.recorder.wait {
                rounds += scene.sources.isEmpty ? 1 : 0
                if scene.sources.isEmpty { _ = hand.link(from, to) }
                return hand.mirror.nodes[scene.node] == nil
            }
            print("its node was removed after at most", rounds, "links")
            #expect(isGone)
            #expect(try !scene.isShown())
        }
    }
}
