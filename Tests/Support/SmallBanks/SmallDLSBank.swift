/// A bank of Downloadable Sounds level 2 with every part that the reader looks at.
///
/// - Source: "DLS Level 2.2" (RP-025), MIDI Manufacturers Association.
package enum SmallDLSBank {
    private static func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
        (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func chunk(_ id: String, _ body: [UInt8]) -> [UInt8] {
        [UInt8](id.utf8) + number(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
    }

    private static func list(_ kind: String, _ body: [UInt8]) -> [UInt8] { chunk("LIST", [UInt8](kind.utf8) + body) }

    private static func settings(root: Int, fine: Int, gain: Int, loop: Range<Int>?) -> [UInt8] {
        var body = number(20, 4) + number(root, 2) + number(fine, 2) + number(gain, 4) + number(0, 4)
        body += number(loop == nil ? 0 : 1, 4)
        if let loop { body += number(16, 4) + number(0, 4) + number(loop.lowerBound, 4) + number(loop.count, 4) }
        return chunk("wsmp", body)
    }

    private static func connection(_ source: Int, _ destination: Int, _ scale: Int, control: Int = 0) -> [UInt8] {
        number(source, 2) + number(control, 2) + number(destination, 2) + number(0, 2) + number(scale << 16, 4)
    }

    /// A bank of one melodic instrument and one drum kit, on one wave.
    package static func bytes() -> [UInt8] {
        let format = number(1, 2) + number(1, 2) + number(22_050, 4) + number(44_100, 4) + number(2, 2) + number(16, 2)
        let frames = (0..<200).flatMap { number($0, 2) }
        let wave = list(
            "wave", chunk("fmt ", format) + chunk("data", frames) + settings(root: 65, fine: 3, gain: 0, loop: 20..<180)
        )
        let connections = [
            connection(0, 0x0206, -1_200), connection(0, 0x020A, 500), connection(0, 0x0500, 9_000),
            connection(1, 0x0003, 40, control: 0x81),
        ]
        let articulation = list(
            "lart", chunk("art1", number(8, 4) + number(connections.count, 4) + connections.flatMap { $0 }))
        func region(_ keys: ClosedRange<Int>, _ more: [UInt8] = []) -> [UInt8] {
            let header =
                number(keys.lowerBound, 2) + number(keys.upperBound, 2) + number(0, 2) + number(0, 2) + number(0, 2)
                + number(5, 2)
            let link = number(0, 2) + number(0, 2) + number(1, 4) + number(0, 4)
            return list("rgn ", chunk("rgnh", header) + more + chunk("wlnk", link))
        }
        func instrument(_ bank: Int, _ program: Int, _ name: String, _ regions: [UInt8], _ more: [UInt8]) -> [UInt8] {
            list(
                "ins ",
                chunk("insh", number(1, 4) + number(bank, 4) + number(program, 4)) + list("lrgn", regions) + more
                    + list("INFO", chunk("INAM", [UInt8](name.utf8) + [0])))
        }
        let regions = region(0...59) + region(60...127, settings(root: 72, fine: 0, gain: -60 << 16, loop: nil))
        let body =
            chunk("colh", number(2, 4))
            + list(
                "lins",
                instrument(0, 12, "Marimba", regions, articulation)
                    + instrument(0x8000_0000, 0, "Kit", region(35...81), []))
            + chunk("ptbl", number(8, 4) + number(1, 4) + number(0, 4)) + list("wvpl", wave)
            + list("INFO", chunk("INAM", [UInt8]("Bank".utf8) + [0]))
        return chunk("RIFF", [UInt8]("DLS ".utf8) + body)
    }
}
