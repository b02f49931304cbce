import Glibc
import SordinoPolicy

/// A value of which only the changed fields travel.
package protocol WireDelta: WireCodable {
    /// Makes the value that the first changes are applied to.
    init()
    /// In the order in which they are written.
    static var wireFields: [WireField<Self>] { get }
}

extension WireField {
    /// Returns whether both values hold the very same bytes in this field.
    fileprivate func isSame(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> Bool {
        guard let bytes, let old = old.baseAddress, let new = new.baseAddress else { return false }
        return memcmp(old + bytes.lowerBound, new + bytes.lowerBound, bytes.count) == 0
    }
}

extension WireDelta {
    /// The fields that differ from `old`; all of them without one.
    package func changes(since old: Self?) -> WireRecord {
        var record = WireRecord()
        guard let old else {
            for field in Self.wireFields { if let value = field.encode(self) { record.add(field.name, value) } }
            return record
        }
        withUnsafeBytes(of: old) { oldBytes in
            withUnsafeBytes(of: self) { bytes in
                for field in Self.wireFields where !field.isSame(oldBytes, bytes) && field.differs(old, self) {
                    if let value = field.encode(self) { record.add(field.name, value) }
                }
            }
        }
        return record
    }

    /// Takes over what changed; fields that a newer service knows and this program does not are passed over.
    ///
    /// - Throws: The first value that was not understood; its field keeps what was there, the others are taken over.
    package mutating func apply(_ changes: WireRecord) throws(WireError) {
        var failure: WireError?
        for change in changes.fields {
            guard let field = Self.wireFields.first(where: { $0.name == change.name }) else { continue }
            do {
                try field.decode(&self, change.value)
            } catch {
                failure = failure ?? WireError("\(change.name): \(error.sentence)")
            }
        }
        if let failure { throw failure }
    }

    /// All fields of the value as one record.
    package var wireValue: WireValue { .record(changes(since: nil)) }

    package init(wire: WireValue) throws(WireError) {
        self.init()
        try apply(WireRecord(wire: wire))
    }
}

extension SessionSnapshot: WireDelta {
    package static let wireFields: [WireField<SessionSnapshot>] = [
        WireField("state", \.state), WireField("configuration", \.configuration),
        WireField("effectiveOptions", \.effectiveOptions), WireField("route", \.route),
        WireField("availableInputs", \.availableInputs), WireField("preferredInput", optional: \.preferredInputUID),
        WireField("chosenOutputs", \.chosenOutputUIDs), WireField("chosenInputs", \.chosenInputUIDs),
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
        WireField("libraryPermission", mayMiss: \.libraryPermission),
        WireField("systemAudioPermission", mayMiss: \.systemAudioPermission),
        WireField("programs", mayMiss: \.programs),
        WireField("microphoneMode", \.microphoneMode), WireField("zone", \.zone), WireField("zoneSound", \.zoneSound),
    ]
}

extension DeviceSnapshot: WireDelta {
    package static let wireFields: [WireField<DeviceSnapshot>] = [
        WireField("timing", \.timing), WireField("outputVolume", \.outputVolume),
        WireField("isServerUp", \.isServerUp), WireField("playing", \.playing),
        WireField("playingWithoutMixing", \.playingWithoutMixing),
        WireField("isMicrophoneInjectionOn", \.isMicrophoneInjectionOn), WireField("callRecorders", \.callRecorders),
        WireField("hasHardwareDecoder", \.hasHardwareDecoder),
        WireField("ports", \.ports), WireField("defaultOutput", optional: \.defaultOutputUID),
        WireField("defaultInput", optional: \.defaultInputUID),
    ]
}

/// Players as one integer: -1 for several, 0 for none, otherwise the number of the app.
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
