import PlayedConfigFS
import SordinoDevice
import Testing

/// The attributes that the gadget is given, beside the descriptors that a computer has to read of it.
///
/// Source: the kernel's ABI document of configfs-usb-gadget-uac2. Masks become `bmChannelConfig`, sizes
/// in bytes `bSubslotSize` and, times eight, `bBitResolution`, rates the range of the clock. "Capture" is what the device captures
/// from the computer.
@Suite struct UAC2DescriptorTests {
    private static let folder = "\(PlayedConfigFS.root)/sordino"
    private static let function = "functions/uac2.sordino"

    /// The attributes as the played kernel has them after the gadget was switched on.
    private static func attributes() throws -> [String: String] {
        let files = PlayedConfigFS()
        try InterDeviceGadget(files: files, root: PlayedConfigFS.root, controllers: PlayedConfigFS.controllers).turnOn()
        let prefix = folder + "/"
        return files.state.withLock { state in
            Dictionary(
                uniqueKeysWithValues: state.attributes.filter { $0.key.hasPrefix(prefix) && !$0.value.isEmpty }
                    .map { (String($0.key.dropFirst(prefix.count)), $0.value) })
        }
    }

    /// A number as configfs reads it: hexadecimal behind 0x, else decimal.
    private static func number(_ text: String?) -> Int? {
        guard let text else { return nil }
        return text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
    }

    /// The attributes that lead to other descriptors than those of the card.
    private static func mismatches(_ attributes: [String: String]) -> Set<String> {
        let device = UAC2Card.device
        let facts = UAC2Facts(UAC2Card.configuration)
        func word(_ place: Int) -> Int { Int(device[place]) | Int(device[place + 1]) << 8 }
        let range = UAC2Card.clockRange
        let rate = range[2..<6].reversed().reduce(0) { $0 << 8 | Int($1) }
        var expected = [
            "bcdUSB": word(2), "bDeviceClass": Int(device[4]), "bDeviceSubClass": Int(device[5]),
            "bDeviceProtocol": Int(device[6]), "idVendor": word(8), "idProduct": word(10), "bcdDevice": word(12),
            "configs/c.1/MaxPower": facts.power, "configs/c.1/bmAttributes": facts.attributes,
        ]
        for (direction, stream) in [("c", facts.out), ("p", facts.in)] {
            expected["\(function)/\(direction)_chmask"] = stream.channelMask
            expected["\(function)/\(direction)_ssize"] = stream.slotBytes
            expected["\(function)/\(direction)_srate"] = rate
        }
        return Set(expected.filter { number(attributes[$0.key]) != $0.value }.keys)
    }

    @Test func theCardKeepsTheStandards() {
        let facts = UAC2Facts(UAC2Card.configuration)
        #expect(facts.faults == [])
        #expect(facts.interfaces == 3 && facts.attributes & 0x80 != 0)
        for stream in [facts.out, facts.in] {
            #expect(stream.channels == 2 && stream.channelMask == 0b11 && stream.slotBytes == 3 && stream.bits == 24)
            // Eight packets in a millisecond: six frames, and one more where the clocks differ.
            #expect(stream.packetBytes >= (48_000 / 8_000 + 1) * stream.channels * stream.slotBytes)
        }
        #expect(facts.out.clock != facts.in.clock)
        #expect(UAC2Card.device.count == Int(UAC2Card.device[0]))
    }

    @Test func theAttributesYieldTheCard() throws {
        let attributes = try Self.attributes()
        #expect(Self.mismatches(attributes) == [])
        let facts = UAC2Facts(UAC2Card.configuration)
        #expect(InterDeviceGadget.channelCount == facts.out.channels)
        #expect(InterDeviceGadget.bitCount == facts.out.bits)
        // People read these strings; a descriptor of an empty one is index 0.
        for part in ["strings/0x409/manufacturer", "strings/0x409/product", "strings/0x409/serialnumber"] {
            #expect(attributes[part]?.isEmpty == false)
        }
    }

    /// One attribute is another one: found, whichever it is.
    @Test func aWrongAttributeIsFound() throws {
        let right = try Self.attributes()
        var checked = 0
        for (path, value) in right where Self.number(value) != nil && !path.contains("strings") {
            for wrong in ["0", "1", "2", "4", "16", "24", "44100", "96000", "0xc0", "0x0201", "0x6b1d"]
            where Self.number(wrong) != Self.number(value) {
                var attributes = right
                attributes[path] = wrong
                #expect(Self.mismatches(attributes) == [path], "\(path) = \(wrong)")
            }
            var without = right
            without[path] = nil
            #expect(Self.mismatches(without) == [path])
            checked += 1
        }
        // Three of each direction, seven of the device, two of the configuration.
        #expect(checked == 15)
    }

    /// Damaged descriptors are refused, not misread.
    @Test func theReaderFollowsEveryReference() {
        let whole = UAC2Card.configuration
        for place in whole.indices {
            var bytes = whole
            bytes[place] = 0
            _ = UAC2Facts(bytes)
            bytes[place] = 255
            _ = UAC2Facts(bytes)
            _ = UAC2Facts(Array(whole[..<place]))
        }
        var other = whole
        let mask = whole.indices.first { whole[$0...].starts(with: [17, 0x24, 0x02]) } ?? 0
        other[mask + 9] = 0b111
        #expect(!UAC2Facts(other).faults.isEmpty)
    }
}
