import Foundation
import HardwareContract
import PrivatePipeWire
import SordinoHardware
import SordinoPipeWire
import SordinoPolicy
import SordinoRealtime
import Synchronization
import Testing

/// The stage in a real graph, seen from outside.
extension PipeWireTests {
    @Suite(.serialized) struct StageTests {
        @Test(arguments: [64, 128, 256, 512, 1_024])
        func whatComesInGoesOutOneCycleLater(block: Int) throws {
            let stand = try PipeWireStand(quantum: block)
            stand.hardware.request(HardwareTiming(sampleRate: 48_000, blockFrames: block))
            // The microphone hears what a node plays into it.
            let sound = (0..<2_000).map { TestProgram.code(Int64($0), 0) }
            let loop = try #require(GraphRecorder(stand.hand, monitorOf: stand.speaker, channels: 2, sound: sound))
            let loopID = try #require(loop.id)
            let from = try #require(stand.hand.ports(of: loopID, isInput: false).first)
            let to = try #require(stand.hand.ports(of: stand.microphone, isInput: true).first)
            let link = try #require(stand.hand.link(from, to))
            let program = TestProgram(1, .echo, inputs: 2)
            try program.play(
                stand.hardware, on: [PipeWireStand.speakerUID], from: [PipeWireStand.microphoneUID])
            stand.pass(4 * block)
            loop.play()
            loop.pass(4_000 + 4 * block)
            let began = try #require(loop.soundBegan)
            let heard = loop.samples[0]
            let first = try #require(heard.firstIndex { $0 != 0 })
            #expect(heard[first...].prefix(2_000).elementsEqual(sound))
            // The recorder closes a circle, and every circle of a graph takes one cycle: that is all. Microphone, stage,
            // program, stage again and loudspeaker are of one cycle.
            #expect(first - began == block)
            report("in -> out adds \(first - began - block) frames at a block of \(block)")
            stand.hand.unlink(link)
        }

        /// A server gives the number of an object that went to the next one that comes, from any program.
        @Test func whatOthersMakeOutlivesStartsAndStops() throws {
            let stand = try PipeWireStand()
            let other = try #require(stand.hand.plug("test other", type: "LineOut"))
            let from = stand.hand.ports(of: stand.speaker, isInput: false)
            let to = stand.hand.ports(of: other, isInput: true)
            let programs = (1...4).map { TestProgram($0, .constant(0.125), inputs: 2) }
            for program in programs {
                try program.play(
                    stand.hardware, on: [PipeWireStand.speakerUID], from: [PipeWireStand.microphoneUID])
            }
            var links: [(OpaquePointer, GraphLinkEnds, serial: UInt32)] = []
            for round in 0..<200 {
                // Links of the stage go and come while others come.
                programs[round % 4].stream?.stop()
                try programs[(round + 1) % 4].stream?.start()
                let (output, input) = (from[round % 2], to[round / 2 % 2])
                let ends = GraphLinkEnds(output: output.id, input: input.id)
                if links.count == 4 { stand.hand.unlink(links.removeFirst().0) }
                try #require(stand.hand.wait { $0.links.values.contains { $0.ends == ends } ? nil : true } == true)
                let link = try #require(stand.hand.link(output, input))
                let serial = try #require(stand.hand.wait { $0.links.values.first { $0.ends == ends }?.serial })
                links.append((link, ends, serial: serial))
                let there = Set(stand.hand.mirror.links.values.map(\.serial))
                try #require(links.allSatisfy { there.contains($0.serial) }, "round \(round)")
            }
            stand.pass(1_024)
            let there = Set(stand.hand.mirror.links.values.map(\.serial))
            #expect(links.allSatisfy { there.contains($0.serial) })
            for link in links { stand.hand.unlink(link.0) }
            // No program bypassed the stage, so nothing was asked to go but by the stage's own handles.
            #expect(stand.hardware.bypassCount == 0)
        }

        /// Nodes that claim many channels, as many as there may be, and never play.
        @Test func whatAProgramClaimsIsBoundedAndGivenBack() throws {
            let stand = try PipeWireStand()
            let stage = try #require(stand.hand.node("sordino.stage.playback"))
            let before = stand.hand.ports(of: stage, isInput: true).count
            let context = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
            defer { context.deallocate() }
            let connection = stand.hand.connection
            let nodes = connection.locked {
                (1...8).compactMap { number -> FilterNode? in
                    let name = "claims \(number)"
                    let properties = [
                        "sordino.role": "stream", "sordino.program": "app 1", "sordino.class": "0",
                        "sordino.name": name, "sordino.outputs": "64", "sordino.inputs": "64",
                        "sordino.references": "2", "sordino.start": "0", "node.name": name, "media.type": "Audio",
                        "node.autoconnect": "false",
                    ]
                    let node = FilterNode(
                        connection, name: name, properties: properties, process: { _, _ in }, context: context)
                    return node?.connect(isActive: false) == true ? node : nil
                }
            }
            #expect(nodes.count == 8)
            let areThere = stand.hand.wait { graph -> Bool? in
                let known = graph.nodes.values.count {
                    $0.isKnown && $0.properties["node.name"]?.hasPrefix("claims ") == true
                }
                return known == 8 && graph.ports(of: stage, isInput: true).count >= before + 60 ? true : nil
            }
            #expect(areThere == true)
            stand.pass(4_800)
            let most = stand.hand.ports(of: stage, isInput: true).count
            report("8 nodes of 64 channels: \(before) ports of the stage became \(most)")
            #expect(most <= before + 64)
            connection.locked { for node in nodes { node.close() } }
            let areGone = stand.hand.wait { graph -> Bool? in
                graph.ports(of: stage, isInput: true).count <= before ? true : nil
            }
            #expect(areGone == true)
            // The remaining ones work.
            let program = TestProgram(1, .constant(0.5))
            try program.play(stand.hardware, on: [PipeWireStand.speakerUID])
            stand.pass(4_800)
            #expect(stand.recorder.samples[0].contains(0.5))
        }

        @Test func aLinkThatBypassesTheStageIsRemoved() throws {
            let stand = try PipeWireStand()
            let program = TestProgram(1, .constant(0.5))
            try program.play(stand.hardware, on: [PipeWireStand.speakerUID], gain: 0)
            stand.pass(2_000)
            let node = try #require(stand.hand.node("sordino.program 1"))
            let from = try #require(stand.hand.ports(of: node, isInput: false).first)
            let to = try #require(stand.hand.ports(of: stand.speaker, isInput: true).first)
            let before = stand.recorder.frames
            let link = try #require(stand.hand.link(from, to))
            let ends = GraphLinkEnds(output: from.id, input: to.id)
            stand.recorder.pass(24_000)
            #expect(stand.hand.wait { $0.links.values.contains { $0.ends == ends } ? nil : true } == true)
            let heard = stand.recorder.samples[0][before...]
            let leaked = heard.count { $0 != 0 }
            // Seen and removed while the server still negotiates it, so as a rule not one cycle is heard; on a machine that is
            // busy with other things a few may be.
            #expect(leaked <= 4_800, "\(leaked) frames were heard")
            #expect(heard.suffix(4_800).allSatisfy { $0 == 0 })
            #expect(stand.hardware.bypassCount == 1)
            report("a bypass is heard for \(leaked) frames")
            stand.hand.unlink(link)
        }

        /// Each link carries a cycle or none before it is removed; many are no way to be heard.
        @Test func aStreamThatIsLinkedPastTheStageAgainAndAgainIsGivenUp() throws {
            let stand = try PipeWireStand()
            let program = TestProgram(1, .constant(0.5))
            try program.play(stand.hardware, on: [PipeWireStand.speakerUID], gain: 0)
            stand.pass(2_000)
            let node = try #require(stand.hand.node("sordino.program 1"))
            let from = try #require(stand.hand.ports(of: node, isInput: false).first)
            let to = try #require(stand.hand.ports(of: stand.speaker, isInput: true).first)
            let before = stand.recorder.frames
            func isGone() -> Bool { stand.hand.mirror.nodes[node] == nil }
            var tries = 0
            while !isGone(), tries < 4 * BypassLedger.limit {
                let count = stand.hardware.bypassCount
                guard let link = stand.hand.link(from, to) else { break }
                tries += 1
                #expect(stand.recorder.wait { stand.hardware.bypassCount > count || isGone() })
                stand.hand.unlink(link)
            }
            #expect(stand.recorder.wait { isGone() })
            #expect(tries <= BypassLedger.limit + 2)
            let end = stand.recorder.frames
            stand.recorder.pass(4_800)
            let leaked = stand.recorder.samples[0][before...].count { $0 != 0 }
            report("\(tries) links past the stage are heard for \(leaked) frames in all")
            #expect(stand.recorder.samples[0][(end + 1_024)...].allSatisfy { $0 == 0 })
        }

        private static let fadeFrames = Int((StageFade.seconds * 48_000).rounded())

        /// Hears `event` until the graph has lost no cycle meanwhile: the sound of a lost one is not heard.
        ///
        /// - Returns: What the loudspeaker was given since before the event.
        private func hear(
            _ stand: PipeWireStand, event: (Playing) throws -> Void
        ) throws -> [[Float]] {
            for number in 1...20 {
                let program = TestProgram(number, .constant(0.5))
                try program.play(stand.hardware, on: [PipeWireStand.speakerUID])
                try #require(
                    stand.recorder.wait {
                        stand.recorder.pass(1_024)
                        return stand.recorder.samples.allSatisfy { $0.last == 0.5 }
                    })
                let (before, gaps) = (stand.recorder.frames, stand.recorder.gaps)
                try event(Playing(program: program, number: number))
                if stand.recorder.gaps == gaps { return stand.recorder.samples.map { Array($0[before...]) } }
                program.stream?.close()
                // One silent frame may be that of a lost cycle.
                #expect(
                    stand.recorder.wait {
                        stand.recorder.samples.allSatisfy { $0.suffix(4_800).allSatisfy { $0 == 0 } }
                    })
            }
            Issue.record("the graph loses cycles all the time")
            return []
        }

        private struct Playing {
            let program: TestProgram
            let number: Int
        }

        /// Nothing jumps: no step is above what the shortest fade takes.
        private func expectNoJump(_ channels: [[Float]]) {
            let highest = 2.5 * 0.5 / Float(Self.fadeFrames)
            for samples in channels {
                let jumps = samples.indices.dropFirst().filter { abs(samples[$0] - samples[$0 - 1]) > highest }
                #expect(
                    jumps.isEmpty, "\(jumps.prefix(6).map { samples[max($0 - 2, 0)..<min($0 + 2, samples.count)] })")
            }
        }

        @Test(arguments: [64, 1_024]) func aStreamThatStopsFades(block: Int) throws {
            let stand = try PipeWireStand(quantum: block)
            let heard = try hear(stand) { playing in
                playing.program.stream?.stop()
                stand.pass(9_600)
            }
            expectNoJump(heard)
            for samples in heard {
                // By the program's own process, and then by the stage; it may begin before anybody looks.
                let first = samples.firstIndex { $0 != 0.5 } ?? 0
                let end = samples.lastIndex { $0 != 0 } ?? 0
                #expect(end - first <= 2 * Self.fadeFrames + 2 * block && samples.last == 0)
            }
        }

        @Test(arguments: [64, 1_024]) func aStreamThatGoesOnInTheMiddleRises(block: Int) throws {
            let stand = try PipeWireStand(quantum: block)
            let heard = try hear(stand) { playing in
                let stream = try #require(playing.program.stream)
                stream.stop()
                stand.pass(4_800)
                for _ in 0..<200 where stand.recorder.samples[0].suffix(2_400).contains(where: { $0 != 0 }) {
                    stand.pass(480)
                }
                try stream.start()
                #expect(
                    stand.recorder.wait {
                        stand.recorder.pass(480)
                        return stand.recorder.samples.allSatisfy { $0.last == 0.5 }
                    })
            }
            expectNoJump(heard)
            #expect(heard.allSatisfy { $0.contains(0) && $0.last == 0.5 })
        }

        @Test(arguments: [64, 1_024]) func aStreamThatEndedInSilenceBeginsWithItsFirstFrame(block: Int) throws {
            let stand = try PipeWireStand(quantum: block)
            let program = TestProgram(1, .tone { $0 < 9_600 ? 0.5 : 0 })
            try program.play(stand.hardware, on: [PipeWireStand.speakerUID])
            var before = 0
            for _ in 0..<2 {
                var heard: [[Float]] = []
                let isOver = stand.recorder.wait {
                    stand.recorder.pass(480)
                    heard = stand.recorder.samples.map { Array($0[before...]) }
                    return heard.allSatisfy { $0.contains(0.5) && $0.suffix(2_400).allSatisfy { $0 == 0 } }
                }
                #expect(isOver && heard.allSatisfy { $0.first { $0 != 0 } == 0.5 })
                program.stream?.stop()
                stand.pass(480)
                before = stand.recorder.frames
                try program.stream?.start()
            }
        }

        @Test func aStreamThatIsGoneFades() throws {
            let stand = try PipeWireStand()
            let heard = try hear(stand) { playing in
                playing.program.stream?.close()
                stand.pass(9_600)
            }
            expectNoJump(heard)
            #expect(heard.allSatisfy { $0.last == 0 })
        }

        @Test func aStreamWhoseLinksVanishFadesAndRisesAgain() throws {
            let stand = try PipeWireStand()
            let heard = try hear(stand) { playing in
                let node = try #require(stand.hand.node("sordino.program \(playing.number)"))
                let before = stand.recorder.frames
                for link in stand.hand.mirror.links.values where link.outputNode == node {
                    stand.hand.connection.locked { stand.hand.connection.destroyObject(link.id) }
                }
                #expect(stand.recorder.wait { stand.recorder.samples[0][before...].contains { $0 == 0 } })
                #expect(
                    stand.recorder.wait {
                        stand.recorder.pass(256)
                        return stand.recorder.samples.allSatisfy { $0.last == 0.5 }
                    })
            }
            expectNoJump(heard)
        }

        @Test func otherProgramsAreLeftAlone() throws {
            let stand = try PipeWireStand()
            let program = TestProgram(1, .constant(0.5))
            try program.play(stand.hardware, on: [PipeWireStand.speakerUID], gain: 0)
            let other = try #require(
                GraphRecorder(
                    stand.hand, monitorOf: stand.speaker, channels: 2, sound: [Float](repeating: 0.25, count: 9_600)))
            let otherID = try #require(other.id)
            let from = try #require(stand.hand.ports(of: otherID, isInput: false).first)
            let to = try #require(stand.hand.ports(of: stand.speaker, isInput: true).first)
            let link = try #require(stand.hand.link(from, to))
            stand.pass(1_000)
            other.play()
            other.pass(12_000)
            #expect(other.samples[0].filter { $0 == 0.25 }.count == 9_600)
            stand.hand.unlink(link)
        }

        /// A program that comes or goes is looked for among its own streams: another process's are not asked about.
        @Test func aProcessThatChangesCostsItsOwnStreams() throws {
            let stand = try PipeWireStand()
            let asked = Mutex<[String]>([])
            let service = try PipeWireHardware(remote: stand.server.remote, halves: .service) { found in
                asked.withLock { $0.append(found.name) }
                return nil
            }
            let program = TestProgram(1)
            try program.open(stand.hardware)
            #expect(stand.recorder.wait { asked.withLock { !$0.isEmpty } })
            stand.pass(256)
            asked.withLock { $0 = [] }
            service.identifyAgain(process: getpid() + 1)
            #expect(asked.withLock { $0 } == [])
            service.identifyAgain(process: getpid())
            #expect(asked.withLock { !$0.isEmpty })
            service.close()
        }

        @Test func anUnpluggedPortIsToldAtOnce() throws {
            let stand = try PipeWireStand()
            let log = EventLog()
            stand.hardware.begin { log.add($0) }
            stand.hand.plug("test headphones", type: "Headphones")
            #expect(stand.recorder.wait { stand.hardware.ports.contains { $0.uid == "test headphones" } })
            #expect(stand.hardware.ports.map(\.type).contains(.headphones))
            let start = HostClock.now()
            stand.hand.unplug("test headphones")
            #expect(stand.recorder.wait { log.entries.contains(.portsDeparted(["test headphones"])) })
            report("unplug is told after \(Double(HostClock.now() - start) / 1e6) ms")
        }

        @Test func theVolumeGoesBothWays() throws {
            let stand = try PipeWireStand()
            let log = EventLog()
            stand.hardware.begin { log.add($0) }
            stand.hand.connection.locked {
                stand.hand.connection.setVolumes(node: stand.speaker, [0.125, 0.125], isMuted: false)
            }
            #expect(stand.recorder.wait { abs(stand.hardware.volume - 0.5) < 0.001 })
            #expect(stand.recorder.wait { log.entries.contains { if case .volume = $0 { true } else { false } } })
            stand.hardware.volume = 0.8
            let heard = stand.hand.wait { mirror in
                mirror.nodes[stand.speaker]?.volumes.first.flatMap { abs($0 - 0.512) < 0.001 ? $0 : nil }
            }
            #expect(heard != nil)
        }

        @Test func volumesThatAreSetQuicklyDoNotComeBackAsChanges() throws {
            let stand = try PipeWireStand()
            // The service's answer to a change: it requests the reported value.
            let told = Mutex(0)
            stand.hardware.begin { [hardware = stand.hardware] event in
                guard case .volume(let volume) = event else { return }
                told.withLock { $0 += 1 }
                hardware.volume = volume
            }
            for round in 0..<200 { stand.hardware.volume = round.isMultiple(of: 2) ? 0.5 : 0.6 }
            func volume() -> Float? { stand.hand.mirror.nodes[stand.speaker]?.volumes.first }
            #expect(stand.recorder.wait { volume().map { abs($0 - 0.216) < 0.001 } ?? false })
            stand.recorder.pass(48_000)
            #expect(volume().map { abs($0 - 0.216) < 0.001 } == true)
            #expect(told.withLock { $0 } == 0)
        }

        @Test func theGraphsRateStaysWhateverIsAskedFor() throws {
            let stand = try PipeWireStand()
            let granted = stand.hardware.request(HardwareTiming(sampleRate: 24_000, blockFrames: 512))
            #expect(granted == HardwareTiming(sampleRate: 48_000, blockFrames: 512))
            let program = TestProgram(1, .constant(0.5))
            try program.play(stand.hardware, on: [PipeWireStand.speakerUID])
            stand.pass(4_096)
            #expect(stand.recorder.wait { stand.hardware.timing == granted })
            let forced = stand.hand.mirror.metadata["settings"]?[0]?["clock.force-rate"]
            #expect(forced == nil || forced == "0")
        }

        @Test func anInputsGainIsTheDevicesVolumeAndComesBack() throws {
            let stand = try PipeWireStand()
            func volumes() -> [Float] { stand.hand.mirror.nodes[stand.microphone]?.volumes ?? [] }
            // PipeWire 1.4 reports the volume of a device that runs.
            let program = TestProgram(1, inputs: 2)
            try program.play(
                stand.hardware, on: [PipeWireStand.speakerUID], from: [PipeWireStand.microphoneUID])
            defer { program.stream?.stop() }
            #expect(stand.recorder.wait { stand.hand.mirror.nodes[stand.microphone]?.isRunning == true })
            #expect(stand.recorder.wait { !volumes().isEmpty })
            #expect(stand.hardware.ports.first { $0.uid == PipeWireStand.microphoneUID }?.isInputGainSettable == true)
            #expect(stand.hardware.ports.first { $0.uid == PipeWireStand.speakerUID }?.isInputGainSettable == false)
            stand.hand.connection.locked {
                stand.hand.connection.setVolumes(node: stand.microphone, [0.7], isMuted: false)
            }
            #expect(stand.recorder.wait { volumes().allSatisfy { abs($0 - 0.7) < 0.001 } })
            stand.pass(256)
            stand.hardware.setInputGain(0.5, portUID: PipeWireStand.microphoneUID)
            #expect(stand.recorder.wait { volumes().allSatisfy { abs($0 - 0.125) < 0.001 } })
            stand.pass(256)
            stand.hardware.setInputGain(nil, portUID: PipeWireStand.microphoneUID)
            #expect(stand.recorder.wait { volumes().allSatisfy { abs($0 - 0.7) < 0.001 } })
        }

        @Test func anOutsideRecorderHearsTheSameSamples() throws {
            try #require(OutsideRecorder.isInstalled)
            // Long cycles: the recorder writes its file on a thread that no cycle waits for.
            let stand = try PipeWireStand(quantum: 4_096)
            let record = try #require(try OutsideRecorder(stand.hand, monitorOf: stand.speaker, channels: 2))
            stand.pass(9_600)
            let program = TestProgram(1)
            try program.play(stand.hardware, on: [PipeWireStand.speakerUID])
            stand.pass(24_000)
            let recorded = try record.finish()
            for channel in 0..<2 {
                let samples = recorded[channel]
                let heard = afterSilence(samples).prefix(9_600)
                #expect(heard.count == 9_600)
                #expect(heard.elementsEqual((0..<heard.count).map { TestProgram.code(Int64($0), channel) }))
            }
        }
    }
}

/// A measurement, for those who read the log.
func report(_ text: String) { FileHandle.standardError.write(Data("measured: \(text)\n".utf8)) }
