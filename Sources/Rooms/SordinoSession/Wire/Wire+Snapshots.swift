import Glibc
import SordinoPolicy

/// A value of which only the changed fields travel.
///
/// One row per field says how it is compared, written and read.
package protocol WireDelta: Sendable {
    static var wireFields: [WireField<Self>] { get }
}

/// One field of a value that travels as changes.
package final class WireField<Whole>: Sendable {
    let name: String
    let differs: @Sendable (Whole, Whole) -> Bool
    let encode: @Sendable (Whole) -> WireValue
    let decode: @Sendable (inout Whole, WireValue) throws(WireError) -> Void
    /// Where the field's bytes are: when they are alike so are the values, and nothing need be compared.
    private let bytes: Range<Int>?

    init<Part: WireCodable & Equatable>(_ name: String, _ path: WritableKeyPath<Whole, Part> & Sendable) {
        self.name = name
        differs = { $0[keyPath: path] != $1[keyPath: path] }
        encode = { $0[keyPath: path].wireValue }
        decode = { (whole, value) throws(WireError) in whole[keyPath: path] = try Part(wire: value) }
        bytes = MemoryLayout<Whole>.offset(of: path).map { $0..<$0 + MemoryLayout<Part>.size }
    }

    /// Causes travel as a list of texts: they change with every activation.
    init(_ name: String, causes path: WritableKeyPath<Whole, [Cause]> & Sendable) {
        self.name = name
        differs = { $0[keyPath: path] != $1[keyPath: path] }
        encode = { .list($0[keyPath: path].map { .text($0.wireText) }) }
        decode = { (whole, value) throws(WireError) in
            var causes: [Cause] = []
            for text in try [String](wire: value) { causes.append(try Cause(wireText: text)) }
            whole[keyPath: path] = causes
        }
        bytes = MemoryLayout<Whole>.offset(of: path).map { $0..<$0 + MemoryLayout<[Cause]>.size }
    }

    /// A text that may be missing travels as an empty one.
    init(_ name: String, optional path: WritableKeyPath<Whole, String?> & Sendable) {
        self.name = name
        differs = { $0[keyPath: path] != $1[keyPath: path] }
        encode = { .text($0[keyPath: path] ?? "") }
        decode = { (whole, value) throws(WireError) in
            let text = try String(wire: value)
            whole[keyPath: path] = text.isEmpty ? nil : text
        }
        bytes = MemoryLayout<Whole>.offset(of: path).map { $0..<$0 + MemoryLayout<String?>.size }
    }

    /// Whether both values hold the very same bytes in this field.
    func isSame(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> Bool {
        guard let bytes, let old = old.baseAddress, let new = new.baseAddress else { return false }
        return memcmp(old + bytes.lowerBound, new + bytes.lowerBound, bytes.count) == 0
    }
}

extension WireDelta {
    /// The fields that differ from `old`; all of them without one.
    package func changes(since old: Self?) -> WireRecord {
        var record = WireRecord()
        guard let old else {
            for field in Self.wireFields { record.add(field.name, field.encode(self)) }
            return record
        }
        withUnsafeBytes(of: old) { oldBytes in
            withUnsafeBytes(of: self) { bytes in
                for field in Self.wireFields where !field.isSame(oldBytes, bytes) && field.differs(old, self) {
                    record.add(field.name, field.encode(self))
                }
            }
        }
        return record
    }

    /// Takes over what changed; names that a newer service knows and this does not are passed over.
    package mutating func apply(_ changes: WireRecord) throws(WireError) {
        for change in changes.fields {
            guard let field = Self.wireFields.first(where: { $0.name == change.name }) else { continue }
            do {
                try field.decode(&self, change.value)
            } catch {
                throw WireError("\(change.name): \(error.sentence)")
            }
        }
    }
}

extension SessionSnapshot: WireDelta {
    package static let wireFields: [WireField<SessionSnapshot>] = [
        WireField("state", \.state), WireField("configuration", \.configuration),
        WireField("effectiveOptions", \.effectiveOptions), WireField("route", \.route),
        WireField("availableInputs", \.availableInputs), WireField("preferredInput", optional: \.preferredInputUID),
        WireField("selectedDataSources", \.selectedDataSources),
        WireField("preferredSampleRate", \.preferredSampleRate),
        WireField("preferredIOBufferDuration", \.preferredIOBufferDuration),
        WireField("preferredInputChannels", \.preferredInputChannels),
        WireField("preferredOutputChannels", \.preferredOutputChannels), WireField("inputChannels", \.inputChannels),
        WireField("outputChannels", \.outputChannels), WireField("maximumInputChannels", \.maximumInputChannels),
        WireField("maximumOutputChannels", \.maximumOutputChannels),
        WireField("inputLatencySeconds", \.inputLatencySeconds),
        WireField("outputLatencySeconds", \.outputLatencySeconds), WireField("inputGain", \.inputGain),
        WireField("isInputGainSettable", \.isInputGainSettable), WireField("isInputAvailable", \.isInputAvailable),
        WireField("promptStyle", \.promptStyle), WireField("recordPermission", \.recordPermission),
        WireField(
            "allowsHapticsAndSystemSoundsDuringRecording", \.allowsHapticsAndSystemSoundsDuringRecording),
        WireField("prefersNoInterruptionsFromSystemAlerts", \.prefersNoInterruptionsFromSystemAlerts),
        WireField("prefersInterruptionOnRouteDisconnect", \.prefersInterruptionOnRouteDisconnect),
        WireField("prefersAggregatedIO", \.prefersAggregatedIO),
        WireField("preferredInputOrientation", \.preferredInputOrientation),
        WireField("inputOrientation", \.inputOrientation), WireField("availableCategories", \.availableCategories),
        WireField("availableModes", \.availableModes), WireField("causes", causes: \.causes),
        WireField("isOutputMuted", \.isOutputMuted), WireField("isInputMuted", \.isInputMuted),
        WireField("prefersEchoCancelledInput", \.prefersEchoCancelledInput),
        WireField("isEchoCancelledInputAvailable", \.isEchoCancelledInputAvailable),
        WireField("isEchoCancelledInputEnabled", \.isEchoCancelledInputEnabled),
        WireField("supportsMultichannelContent", \.supportsMultichannelContent),
        WireField("renderingMode", \.renderingMode),
        WireField("preferredMicrophoneInjection", \.preferredMicrophoneInjection),
        WireField("microphoneInjectionPermission", \.microphoneInjectionPermission),
    ]
}

extension DeviceSnapshot: WireDelta {
    package static let wireFields: [WireField<DeviceSnapshot>] = [
        WireField("timing", \.timing), WireField("outputVolume", \.outputVolume),
        WireField("isServerUp", \.isServerUp), WireField("playing", \.playing),
        WireField("playingWithoutMixing", \.playingWithoutMixing),
        WireField("isMicrophoneInjectionOn", \.isMicrophoneInjectionOn), WireField("callRecorders", \.callRecorders),
    ]
}

/// -1 for several, 0 for nobody, otherwise the app's number.
extension Players: WireCodable {
    package var wireValue: WireValue {
        switch self {
        case .nobody: .integer(0)
        case .several: .integer(-1)
        case .only(let app): app.wireValue
        }
    }

    package init(wire: WireValue) throws(WireError) {
        let number = try Int(wire: wire)
        self = number == 0 ? .nobody : number < 0 ? .several : .only(AppID(number))
    }
}
