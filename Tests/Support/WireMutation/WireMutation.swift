import ByteMutation
import SordinoPolicy
import SordinoSession

/// Damages what travels: values with wrong types, names and numbers, too deep and too many; lines with wrong bytes.
package struct WireMutation {
    private var numbers: SeededNumbers
    private var bytes: ByteMutation

    /// Starts the damages of a seed.
    package init(seed: UInt64) {
        numbers = SeededNumbers(seed: seed)
        bytes = ByteMutation(seed: seed)
    }

    /// A number below `limit`.
    package mutating func choice(below limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &numbers) }

    // MARK: Values

    private static let seeds: [WireValue] =
        WireSeeds.events.map(\.wireValue) + WireSeeds.requests.map(\.wireValue)
        + WireSeeds.notifications.map(\.wireValue) + WireSeeds.declarations.map(\.wireValue)

    private static let integers: [Int64] = [
        0, 1, -1, 2, 7, 255, 1 << 31, 1 << 32, -(1 << 31), .max, .min, .max - 1, 0x6161_6320,
    ]
    private static let reals: [Double] = [
        0, -0.0, 1, -1, 0.5, 1e-300, 1e300, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, 44_100,
    ]
    private static let texts = [
        "", "x", "Speaker", "foreground", "request", "event", "AVAudioSessionCategoryPlayback", "\u{10FFFF}", "\"\\",
        "a b\nc", String(repeating: "long", count: 50), "null",
    ]

    /// A valid value with one to four damages.
    package mutating func value() -> WireValue {
        var value = Self.seeds[choice(below: Self.seeds.count)]
        for _ in 0..<choice(below: 5) { value = damaged(value) }
        return value
    }

    /// Any value at all.
    package mutating func anything(depth: Int = 0) -> WireValue {
        switch choice(below: depth < 3 ? 6 : 4) {
        case 0: return .bool(choice(below: 2) == 0)
        case 1: return .integer(Self.integers[choice(below: Self.integers.count)])
        case 2: return .real(Self.reals[choice(below: Self.reals.count)])
        case 3: return .text(Self.texts[choice(below: Self.texts.count)])
        case 4: return .list((0..<choice(below: 5)).map { _ in anything(depth: depth + 1) })
        default:
            var record = WireRecord()
            for _ in 0..<choice(below: 5) {
                record.add(Self.texts[choice(below: Self.texts.count)], anything(depth: depth + 1))
            }
            return .record(record)
        }
    }

    /// A copy with one damage somewhere inside.
    package mutating func damaged(_ value: WireValue) -> WireValue {
        switch value {
        case .list(var values) where !values.isEmpty && choice(below: 4) > 0:
            let at = choice(below: values.count)
            switch choice(below: 4) {
            case 0: values.remove(at: at)
            case 1: values.insert(values[at], at: at)
            default: values[at] = damaged(values[at])
            }
            return .list(values)
        case .record(let record) where !record.isEmpty && choice(below: 4) > 0:
            let at = choice(below: record.fields.count)
            let how = choice(below: 6)
            var changed = WireRecord()
            for (index, field) in record.fields.enumerated() {
                switch (index == at, how) {
                case (true, 0): break
                case (true, 1):
                    changed.add(field.name, field.value)
                    changed.add(field.name, field.value)
                case (true, 2): changed.add(Self.texts[choice(below: Self.texts.count)], field.value)
                case (true, _): changed.add(field.name, damaged(field.value))
                default: changed.add(field.name, field.value)
                }
            }
            return .record(changed)
        case .integer where choice(below: 2) == 0: return .integer(Self.integers[choice(below: Self.integers.count)])
        case .real where choice(below: 2) == 0: return .real(Self.reals[choice(below: Self.reals.count)])
        default: return choice(below: 8) == 0 ? nested() : anything()
        }
    }

    /// Deeper than anything is.
    private mutating func nested() -> WireValue {
        var value = anything(depth: 3)
        for _ in 0..<choice(below: 40) { value = .list([value]) }
        return value
    }

    /// A line of a log with damaged bytes.
    package mutating func line() -> [UInt8] {
        bytes.damaged(Array(JSON.line(Self.seeds[choice(below: Self.seeds.count)]).utf8))
    }

    // MARK: Calls

    /// One call of the service: a member, its values and their signature.
    package struct Call: Sendable {
        package let member: String
        package let values: [WireValue]
        package let signature: String
        package let isControl: Bool

        package init(member: String, values: [WireValue], signature: String, isControl: Bool) {
            self.member = member
            self.values = values
            self.signature = signature
            self.isControl = isControl
        }
    }

    /// Members with the signatures that the interface document gives them.
    private static let members: [(name: String, signature: String, isControl: Bool)] = [
        ("Register", "ua{sv}", false), ("Unregister", "", false), ("Configure", "a{sv}", false),
        ("SetActive", "bb", false), ("OverrideOutput", "b", false), ("Prefer", "sa{sv}", false),
        ("RequestRecordPermission", "", false), ("OpenIO", "xa{sv}", false), ("StartIO", "x", false),
        ("StopIO", "x", false), ("CloseIO", "x", false), ("SetVolume", "d", true), ("PressVolumeKey", "s", true),
        ("PickOutput", "s", true), ("AddOutput", "s", true), ("RemoveOutput", "s", true), ("MoveApp", "xs", true),
        ("SendRemoteCommand", "xs", true),
        ("AnswerRecordPermission", "xs", true), ("SetAppCall", "xb", true), ("RingCall", "s", true),
        ("MoveProcess", "us", true), ("Plug", "s", true), ("Status", "", true), ("Explode", "sv", true),
    ]

    /// A call in no order that makes sense; of every four one has a signature of another member's.
    package mutating func call() -> Call {
        let member = Self.members[choice(below: Self.members.count)]
        let other = Self.members[choice(below: Self.members.count)]
        let signature = choice(below: 4) == 0 ? other.signature : member.signature
        var types = Substring(signature)
        var values: [WireValue] = []
        while let type = types.popFirst() {
            if type == "a" { types = types.dropFirst(4) }
            values.append(argument(type))
        }
        return Call(member: member.name, values: values, signature: signature, isControl: member.isControl)
    }

    /// A value that D-Bus can carry in this place.
    private mutating func argument(_ type: Character) -> WireValue {
        switch type {
        case "b": return .bool(choice(below: 2) == 0)
        case "d": return .real(Self.reals[choice(below: Self.reals.count)])
        case "s": return .text(Self.texts[choice(below: Self.texts.count)])
        case "a":
            // Half of them are right but for a little.
            for _ in 0..<8 { if case .record(let record) = value() { return .record(arguments(record)) } }
            return .record(WireRecord())
        case "v": return value()
        default: return .integer(Self.integers[choice(below: Self.integers.count)])
        }
    }

    /// A request's or event's values without its name, as methods take them.
    private mutating func arguments(_ record: WireRecord) -> WireRecord {
        guard choice(below: 3) > 0 else { return record }
        var rest = WireRecord()
        for field in record.fields where field.name != "request" && field.name != "event" {
            rest.add(field.name, field.value)
        }
        return rest
    }
}
