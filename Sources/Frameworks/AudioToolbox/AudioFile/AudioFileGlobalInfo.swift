import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoMedia

/// Tells how large an answer about kinds of files is.
///
/// - Parameters:
///   - inPropertyID: The question: one of `kAudioFileGlobalInfo_...`.
///   - inSpecifierSize: Bytes of what it asks with.
///   - inSpecifier: What it asks with; nil for questions that ask with nothing.
///   - outDataSize: Receives the bytes of the answer.
/// - Returns: `kAudioFileUnsupportedPropertyError`, `kAudioFileUnsupportedFileTypeError`,
///   `kAudioFileBadPropertySizeError` for a specifier of a wrong size.
@discardableResult
public func AudioFileGetGlobalInfoSize(
    _ inPropertyID: AudioFilePropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeMutableRawPointer?,
    _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    StatusError.status {
        outDataSize.pointee = try FileTypeQuestions.answer(
            inPropertyID, .init(start: inSpecifier, count: Int(inSpecifierSize))
        ).byteCount
    }
}

/// Answers a question about kinds of files.
///
/// - Parameters:
///   - inPropertyID: The question: one of `kAudioFileGlobalInfo_...`.
///   - inSpecifierSize: Bytes of what it asks with.
///   - inSpecifier: What it asks with; nil for questions that ask with nothing.
///   - ioDataSize: Room for the answer; afterwards its bytes.
///   - outPropertyData: Receives the answer.
/// - Returns: The codes of `AudioFileGetGlobalInfoSize`; `kAudioFileBadPropertySizeError` if there is too little room.
@discardableResult
public func AudioFileGetGlobalInfo(
    _ inPropertyID: AudioFilePropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeMutableRawPointer?,
    _ ioDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    StatusError.status {
        let answer = try FileTypeQuestions.answer(
            inPropertyID, .init(start: inSpecifier, count: Int(inSpecifierSize)))
        guard answer.copy(&ioDataSize.pointee, to: outPropertyData) else {
            throw StatusError(kAudioFileBadPropertySizeError)
        }
    }
}

/// The questions about kinds of files and their answers, from the registry of containers.
enum FileTypeQuestions {
    /// What systems call the files of one type.
    private struct Names {
        var types: [FourCC]
        var uniformTypes: [String]
        var mimeTypes: [String]
        var oldCodes: [FourCC]
    }

    private static let names: [Names] = [
        Names(
            types: ["WAVE"], uniformTypes: ["com.microsoft.waveform-audio"],
            mimeTypes: ["audio/wav", "audio/wave", "audio/vnd.wave", "audio/x-wav"], oldCodes: ["WAVE"]),
        Names(types: ["RF64"], uniformTypes: ["public.rf64-audio"], mimeTypes: [], oldCodes: []),
        Names(types: ["BW64"], uniformTypes: ["public.bw64-audio"], mimeTypes: [], oldCodes: []),
        Names(
            types: ["AIFF"], uniformTypes: ["public.aiff-audio"], mimeTypes: ["audio/aiff", "audio/x-aiff"],
            oldCodes: ["AIFF"]),
        Names(
            types: ["AIFC"], uniformTypes: ["public.aifc-audio"], mimeTypes: ["audio/aiff", "audio/x-aiff"],
            oldCodes: ["AIFC"]),
        Names(
            types: ["caff"], uniformTypes: ["com.apple.coreaudio-format"], mimeTypes: ["audio/x-caf"],
            oldCodes: ["caff"]),
        Names(
            types: ["NeXT"], uniformTypes: ["public.au-audio", "public.ulaw-audio"],
            mimeTypes: ["audio/basic", "audio/au", "audio/snd"], oldCodes: ["NeXT", "ULAW"]),
        Names(
            types: ["m4af"], uniformTypes: ["com.apple.m4a-audio", "public.mpeg-4-audio"],
            mimeTypes: ["audio/x-m4a", "audio/m4a", "audio/mp4"], oldCodes: ["M4A "]),
        Names(
            types: ["m4bf"], uniformTypes: ["com.apple.protected-mpeg-4-audio-b"], mimeTypes: ["audio/x-m4b"],
            oldCodes: ["M4B "]),
        Names(
            types: ["mp4f"], uniformTypes: ["public.mpeg-4", "public.mpeg-4-audio"],
            mimeTypes: ["audio/mp4", "video/mp4"], oldCodes: ["mpg4"]),
        Names(
            types: ["3gpp"], uniformTypes: ["public.3gpp"], mimeTypes: ["audio/3gpp", "video/3gpp"], oldCodes: ["3gpp"]),
        Names(
            types: ["3gp2"], uniformTypes: ["public.3gpp2"], mimeTypes: ["audio/3gpp2", "video/3gpp2"],
            oldCodes: ["3gp2"]),
        Names(
            types: ["flac"], uniformTypes: ["org.xiph.flac"], mimeTypes: ["audio/flac", "audio/x-flac"],
            oldCodes: ["flac"]),
        Names(
            types: ["MPG3"], uniformTypes: ["public.mp3"],
            mimeTypes: ["audio/mpeg", "audio/mp3", "audio/mpeg3", "audio/x-mp3", "audio/x-mpeg"],
            oldCodes: ["MPG3", "mp3!", "MP3 "]),
        Names(types: ["MPG2"], uniformTypes: ["public.mp2"], mimeTypes: ["audio/mpeg"], oldCodes: ["MPG2"]),
        Names(types: ["MPG1"], uniformTypes: ["public.mp1"], mimeTypes: ["audio/mpeg"], oldCodes: ["MPG1"]),
        Names(
            types: ["adts"], uniformTypes: ["public.aac-audio"],
            mimeTypes: ["audio/aac", "audio/aacp", "audio/x-aac"], oldCodes: ["adts"]),
        Names(types: ["loas"], uniformTypes: [], mimeTypes: ["audio/mp4a-latm"], oldCodes: []),
        Names(types: ["ac-3"], uniformTypes: ["public.ac3-audio"], mimeTypes: ["audio/ac3"], oldCodes: ["ac-3"]),
        Names(
            types: ["ec-3"], uniformTypes: ["public.enhanced-ac3-audio"], mimeTypes: ["audio/eac3"], oldCodes: ["ec-3"]),
        Names(
            types: ["amrf"], uniformTypes: ["org.3gpp.adaptive-multi-rate-audio"], mimeTypes: ["audio/amr"],
            oldCodes: ["amrf"]),
        Names(
            types: ["Oggf"], uniformTypes: ["org.xiph.ogg"], mimeTypes: ["audio/ogg", "application/ogg"], oldCodes: []),
    ]

    /// The answer to a question.
    ///
    /// - Throws: `StatusError`.
    static func answer(_ question: AudioFilePropertyID, _ specifier: UnsafeRawBufferPointer) throws -> PropertyValue {
        switch question {
        case kAudioFileGlobalInfo_ReadableTypes: .array(Containers.all.map(\.fileType.rawValue))
        case kAudioFileGlobalInfo_WritableTypes: .array(Containers.writable.map(\.fileType.rawValue))
        case kAudioFileGlobalInfo_FileTypeName: .object(NSString(string: try container(specifier).name))
        case kAudioFileGlobalInfo_AvailableFormatIDs:
            .array(Containers.writableCodecs(in: try container(specifier)).map(\.rawValue))
        case kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat: .array(try descriptions(specifier))
        case kAudioFileGlobalInfo_AllExtensions: .object(texts(Containers.all.flatMap(\.extensions)))
        case kAudioFileGlobalInfo_AllHFSTypeCodes: .array(names.flatMap(\.oldCodes).map(\.rawValue))
        case kAudioFileGlobalInfo_AllUTIs: .object(texts(names.flatMap(\.uniformTypes)))
        case kAudioFileGlobalInfo_AllMIMETypes: .object(texts(names.flatMap(\.mimeTypes)))
        case kAudioFileGlobalInfo_ExtensionsForType: .object(texts(try container(specifier).extensions))
        case kAudioFileGlobalInfo_HFSTypeCodesForType:
            .array(try named(specifier).flatMap(\.oldCodes).map(\.rawValue))
        case kAudioFileGlobalInfo_UTIsForType: .object(texts(try named(specifier).flatMap(\.uniformTypes)))
        case kAudioFileGlobalInfo_MIMETypesForType: .object(texts(try named(specifier).flatMap(\.mimeTypes)))
        case kAudioFileGlobalInfo_TypesForMIMEType: .array(try types(specifier) { $0.mimeTypes })
        case kAudioFileGlobalInfo_TypesForUTI: .array(try types(specifier) { $0.uniformTypes })
        case kAudioFileGlobalInfo_TypesForHFSTypeCode:
            .array(try types(of: FourCC(rawValue: value(specifier))))
        case kAudioFileGlobalInfo_TypesForExtension: .array(try typesForExtension(specifier))
        default: throw StatusError(kAudioFileUnsupportedPropertyError)
        }
    }

    private static func value<Value: BitwiseCopyable>(
        _ specifier: UnsafeRawBufferPointer, as _: Value.Type = Value.self
    ) throws -> Value {
        guard specifier.baseAddress != nil, specifier.count == MemoryLayout<Value>.size else {
            throw StatusError(kAudioFileBadPropertySizeError)
        }
        return specifier.loadUnaligned(as: Value.self)
    }

    private static func text(_ specifier: UnsafeRawBufferPointer) throws -> String {
        guard let base = specifier.baseAddress, specifier.count == MemoryLayout<UnsafeRawPointer>.size else {
            throw StatusError(kAudioFileBadPropertySizeError)
        }
        guard let text = base.object(as: NSString.self) else { throw StatusError(paramError) }
        return "\(text)".lowercased()
    }

    private static func container(_ specifier: UnsafeRawBufferPointer) throws -> Container {
        guard let container = Containers.named(FourCC(rawValue: try value(specifier))) else {
            throw StatusError(kAudioFileUnsupportedFileTypeError)
        }
        return container
    }

    private static func named(_ specifier: UnsafeRawBufferPointer) throws -> [Names] {
        let type = try container(specifier).fileType
        return names.filter { $0.types.contains(type) }
    }

    private static func types(_ specifier: UnsafeRawBufferPointer, _ list: (Names) -> [String]) throws -> [UInt32] {
        let wanted = try text(specifier)
        return names.filter { list($0).contains { $0.lowercased() == wanted } }.flatMap(\.types).map(\.rawValue)
    }

    private static func types(of oldCode: FourCC) -> [UInt32] {
        names.filter { $0.oldCodes.contains(oldCode) }.flatMap(\.types).map(\.rawValue)
    }

    private static func typesForExtension(_ specifier: UnsafeRawBufferPointer) throws -> [UInt32] {
        let wanted = try text(specifier)
        return Containers.all.filter { $0.extensions.contains(wanted) }.map(\.fileType.rawValue)
    }

    private static func texts(_ texts: [String]) -> NSArray {
        var seen = Set<String>()
        return NSArray(array: texts.filter { seen.insert($0).inserted }.map { NSString(string: $0) })
    }

    /// Partial formats: what is 0 is free.
    private static func descriptions(_ specifier: UnsafeRawBufferPointer) throws -> [AudioStreamBasicDescription] {
        let wanted = try value(specifier, as: AudioFileTypeAndFormatID.self)
        guard let container = Containers.named(FourCC(rawValue: wanted.mFileType)), container.makeWriter != nil else {
            throw StatusError(kAudioFileUnsupportedFileTypeError)
        }
        let id = FourCC(rawValue: wanted.mFormatID)
        guard Containers.writableCodecs(in: container).contains(id) else {
            throw StatusError(kAudioFileUnsupportedDataFormatError)
        }
        guard id == .linearPCM else {
            return [AudioStreamBasicDescription(mFormatID: wanted.mFormatID)]
        }
        return Containers.writableEncodings(in: container).map { encoding in
            var description = MediaFormat(encoding, sampleRate: 0, channelCount: 1).basicDescription
            (description.mBytesPerPacket, description.mFramesPerPacket) = (0, 0)
            (description.mBytesPerFrame, description.mChannelsPerFrame) = (0, 0)
            return description
        }
    }
}

extension AudioStreamBasicDescription {
    fileprivate init(mFormatID: AudioFormatID) {
        self.init()
        self.mFormatID = mFormatID
    }
}
