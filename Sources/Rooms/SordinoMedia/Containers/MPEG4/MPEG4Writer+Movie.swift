/// The `moov` box and the boxes in it.
extension MPEG4Writer {
    /// Puts `moov`.
    ///
    /// - Parameters:
    ///   - packetCount: Packets that it lists.
    ///   - valid: Ticks of the movie to be heard; nil stands for all behind the priming.
    ///   - isGrowing: Whether fragments follow.
    ///   - texts: Chapters as they are stored.
    ///   - textStart: Where the first of them lies in the file.
    func put(
        movie builder: inout ByteBuilder, packetCount: Int64, valid: Int64?, isGrowing: Bool, _ texts: [[UInt8]],
        _ textStart: Int64
    ) {
        let all = times.time(ofPacket: packetCount)
        let scale = movieTicksPerTick
        let stated = movieTicks(summary?.primingFrameCount ?? Int64(description.primingFrameCount))
        let priming = min(all, stated / scale)
        // Frames that the clock of the track cannot skip are heard: none is lost.
        let heard = min(valid.map { $0 + stated % scale } ?? .max, (all - priming) * scale)
        builder.reserve(4096 + 5 * Int(clamping: packetCount))
        builder.box("moov") { moov in
            moov.box("mvhd") { box in
                put(times: heard, &box) { $0.big(UInt32(movieClock)) }
                box.big(UInt32(0x1_0000))  // the usual speed
                box.big(UInt16(0x100))  // full volume
                box.put([UInt8](repeating: 0, count: 10))
                put(matrix: &box)
                box.put([UInt8](repeating: 0, count: 24))
                box.big(UInt32(texts.isEmpty ? 2 : 3))  // the next track's number
            }
            moov.box("trak") { track in
                put(trackHeader: &track, id: 1, duration: heard, isHeard: true)
                if priming > 0 || heard != all * scale {
                    put(edit: &track, priming: priming, duration: isGrowing ? 0 : heard)
                }
                if !texts.isEmpty {
                    track.box("tref") { $0.box("chap") { $0.big(UInt32(2)) } }
                }
                track.box("mdia") { media in
                    put(mediaHeader: &media, timescale: UInt32(clock), duration: all, handler: "soun", "Sound")
                    media.box("minf") { information in
                        information.box("smhd") { $0.big(UInt64(0)) }
                        put(dataReference: &information)
                        information.box("stbl") { put(tables: &$0, packetCount: packetCount) }
                    }
                }
            }
            if !texts.isEmpty { put(chapterTrack: &moov, texts, textStart, duration: heard) }
            if isGrowing {
                moov.box("mvex") { extends in
                    extends.box("trex") { box in
                        box.big(UInt32(0))
                        box.big(UInt32(1))  // the track
                        box.big(UInt32(1))  // its description
                        box.put([UInt8](repeating: 0, count: 12))
                    }
                }
            }
            MPEG4Tags.put(description, priming: priming * scale, all: all * scale, heard: heard, &moov)
        }
    }

    /// Puts a version and flags, zeros for the unknown dates, the fields of `middle`, and a duration.
    private func put(
        times duration: Int64, flags: UInt32 = 0, _ box: inout ByteBuilder, _ middle: (inout ByteBuilder) -> Void
    ) {
        let isWide = duration > Self.narrowLimit
        box.big(UInt32(isWide ? 1 << 24 : 0) | flags)
        box.put([UInt8](repeating: 0, count: isWide ? 16 : 8))
        middle(&box)
        if isWide { box.big(duration) } else { box.big(UInt32(duration)) }
    }

    private func put(matrix box: inout ByteBuilder) {
        box.put([UInt8](repeating: 0, count: 8))
        for value in [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000] as [UInt32] { box.big(value) }
    }

    private func put(trackHeader track: inout ByteBuilder, id: UInt32, duration: Int64, isHeard: Bool) {
        track.box("tkhd") { box in
            // Enabled, and in the film; chapters are neither.
            put(times: duration, flags: isHeard ? 7 : 0, &box) { box in
                box.big(id)
                box.big(UInt32(0))
            }
            box.put([UInt8](repeating: 0, count: 12))
            box.big(UInt16(isHeard ? 0x100 : 0))
            box.big(UInt16(0))
            // The matrix begins with eight bytes that belong to the header of the film alone.
            for value in [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000] as [UInt32] { box.big(value) }
            box.big(UInt64(0))
        }
    }

    private func put(edit track: inout ByteBuilder, priming: Int64, duration: Int64) {
        track.box("edts") { edits in
            edits.box("elst") { box in
                let isWide = max(priming, duration) > Int64(Int32.max)
                box.big(UInt32(isWide ? 1 << 24 : 0))
                box.big(UInt32(1))
                if isWide {
                    box.big(duration)
                    box.big(priming)
                } else {
                    box.big(UInt32(duration))
                    box.big(UInt32(priming))
                }
                box.big(UInt32(0x1_0000))
            }
        }
    }

    private func put(
        mediaHeader media: inout ByteBuilder, timescale: UInt32, duration: Int64, handler: FourCC, _ name: String
    ) {
        media.box("mdhd") { box in
            put(times: duration, &box) { $0.big(timescale) }
            box.big(UInt16(0x55C4))  // no language
            box.big(UInt16(0))
        }
        media.box("hdlr") { box in
            box.big(UInt64(0))
            box.put(handler)
            box.put([UInt8](repeating: 0, count: 12))
            box.put(Array(name.utf8) + [0])
        }
    }

    private func put(dataReference information: inout ByteBuilder) {
        information.box("dinf") { data in
            data.box("dref") { box in
                box.big(UInt32(0))
                box.big(UInt32(1))
                box.box("url ") { $0.big(UInt32(1)) }  // this very file
            }
        }
    }

    private func put(tables: inout ByteBuilder, packetCount: Int64) {
        let all = times.time(ofPacket: packetCount)
        let bitRate = all > 0 ? Double(sizes.byteCount(before: packetCount)) * 8 * clock / Double(all) : 0
        tables.box("stsd") { box in
            box.big(UInt32(0))
            box.big(UInt32(1))
            MPEG4Entry.put(mapping, description, clock: clock, bitRate: Int(bitRate), &box)
        }
        tables.box("stts") { put(durations: &$0, packetCount: packetCount) }
        tables.box("stsc") { box in
            let whole = packetCount / packetsPerChunk
            let rest = packetCount % packetsPerChunk
            let entries = [(1, packetsPerChunk), (whole + 1, rest)].filter {
                $0.1 > 0 && ($0.0 > 1 || whole > 0 || $0.1 == rest)
            }
            let runs = packetCount == 0 ? [] : whole == 0 ? [(Int64(1), rest)] : entries
            box.big(UInt32(0))
            box.big(UInt32(runs.count))
            for (first, count) in runs {
                box.big(UInt32(first))
                box.big(UInt32(count))
                box.big(UInt32(1))
            }
        }
        tables.box("stsz") { box in
            box.big(UInt32(0))
            box.big(UInt32(0))
            box.big(UInt32(packetCount))
            for packet in 0..<packetCount { box.big(UInt32(sizes.size(ofPacket: packet))) }
        }
        let chunkCount = (packetCount + packetsPerChunk - 1) / packetsPerChunk
        let isWide = Self.headerByteCount + sizes.byteCount(before: packetCount) > Self.narrowLimit
        tables.box(isWide ? "co64" : "stco") { box in
            box.big(UInt32(0))
            box.big(UInt32(chunkCount))
            for chunk in 0..<chunkCount {
                let offset = Self.headerByteCount + sizes.byteCount(before: chunk * packetsPerChunk)
                if isWide { box.big(offset) } else { box.big(UInt32(offset)) }
            }
        }
        // Packets that have to be decoded before one that is to be heard after a jump.
        guard let roll = format.rollDistance else { return }
        tables.box("sgpd") { box in
            box.big(UInt32(1) << 24)
            box.put("roll" as FourCC)
            box.big(UInt32(2))
            box.big(UInt32(1))
            box.big(Int16(-roll))
        }
        tables.box("sbgp") { box in
            box.big(UInt32(0))
            box.put("roll" as FourCC)
            box.big(UInt32(1))
            box.big(UInt32(packetCount))
            box.big(UInt32(1))
        }
    }

    private func put(durations box: inout ByteBuilder, packetCount: Int64) {
        var runs: [(count: UInt32, each: UInt32)] = []
        var packet: Int64 = 0
        while packet < packetCount {
            let run = times.run(ofPacket: packet)
            let end = min(packetCount, run.upperBound)
            runs.append((UInt32(end - packet), UInt32(times.duration(ofPacket: packet))))
            packet = end
        }
        box.big(UInt32(0))
        box.big(UInt32(runs.count))
        for run in runs {
            box.big(run.count)
            box.big(run.each)
        }
    }

    /// A track of text whose pieces are the chapters, as Apple's players read them.
    private func put(chapterTrack moov: inout ByteBuilder, _ texts: [[UInt8]], _ start: Int64, duration: Int64) {
        let scale = 1000.0
        let length = Int64((Double(duration) / movieClock * scale).rounded())
        let starts = description.chapters.prefix(texts.count).map {
            Int64(min(max(0, $0.startSeconds), 1e9) * scale)
        }
        moov.box("trak") { track in
            put(trackHeader: &track, id: 2, duration: duration, isHeard: false)
            track.box("mdia") { media in
                put(mediaHeader: &media, timescale: UInt32(scale), duration: length, handler: "text", "Chapters")
                media.box("minf") { information in
                    information.box("gmhd") { box in
                        box.box("gmin") { box in
                            box.big(UInt32(0))
                            box.big(UInt16(0x40))
                            for _ in 0..<3 { box.big(UInt16(0x8000)) }
                            box.big(UInt32(0))
                        }
                        box.box("text") { put(matrixOf: &$0) }
                    }
                    put(dataReference: &information)
                    information.box("stbl") { tables in
                        put(textTables: &tables, texts, start, starts, length)
                    }
                }
            }
        }
    }

    private func put(matrixOf box: inout ByteBuilder) {
        for value in [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000] as [UInt32] { box.big(value) }
    }

    private func put(
        textTables tables: inout ByteBuilder, _ texts: [[UInt8]], _ start: Int64, _ starts: [Int64], _ length: Int64
    ) {
        tables.box("stsd") { box in
            box.big(UInt32(0))
            box.big(UInt32(1))
            box.box("text") { entry in
                entry.big(UInt32(0))
                entry.big(UInt32(1))  // six reserved bytes and the number of the data reference
                entry.big(UInt32(1))  // how it is shown
                entry.big(UInt32(1))  // centred
                entry.put([UInt8](repeating: 0, count: 35))
            }
        }
        tables.box("stts") { box in
            box.big(UInt32(0))
            box.big(UInt32(texts.count))
            for index in texts.indices {
                let next = index + 1 < texts.count ? starts[index + 1] : max(length, starts[index] + 1)
                // The first of them begins with the sound.
                let first = index == 0 ? 0 : starts[index]
                box.big(UInt32(1))
                box.big(UInt32(clamping: next - first))
            }
        }
        tables.box("stsc") { box in
            box.big(UInt32(0))
            box.big(UInt32(1))
            box.big(UInt32(1))
            box.big(UInt32(texts.count))
            box.big(UInt32(1))
        }
        tables.box("stsz") { box in
            box.big(UInt32(0))
            box.big(UInt32(0))
            box.big(UInt32(texts.count))
            for text in texts { box.big(UInt32(text.count)) }
        }
        tables.box("co64") { box in
            box.big(UInt32(0))
            box.big(UInt32(1))
            box.big(start)
        }
    }
}
