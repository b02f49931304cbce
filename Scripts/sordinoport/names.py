"""Names that need an import on Linux which Apple's platforms do not ask for, and names that Linux has not at all."""
import re


class Need:
    """Names that one module brings. `what` is that which brings them here, `module` the import to add."""

    def __init__(self, names, what, module, sentence):
        self.pattern = re.compile(rf"(?<![\w.`#@])(?:{names})(?![\w`])")
        self.what = what
        self.module = module
        self.sentence = sentence


WHOLE = "in a module of their own on Linux: "
NEEDS = [
    Need(r"Data|Date|URL|UUID|Bundle|Locale|TimeZone|TimeInterval|CharacterSet|NotificationCenter|Notification|DispatchQueue|FileManager|UserDefaults"
         r"|ProcessInfo|OperationQueue|Thread|Timer|RunLoop|NSObject|NSLock|NSRecursiveLock|NSError|NSNumber|NSString|NSNull|NSRange|NSCoder"
         r"|NSDictionary|NSArray|JSON(?:En|De)coder|JSONSerialization|(?:Date|Number)Formatter|CGFloat|CGRect|CGSize|CGPoint|Calendar|IndexPath",
         "Foundation", "Foundation", "the modules that bring Foundation on Apple's platforms are not here: import Foundation"),
    Need(r"noErr|OSStatus|OSType|FourCharCode|[NU]SEC_PER_(?:SEC|MSEC)|NSEC_PER_USEC|mach_absolute_time"
         r"|mach_timebase_info(?:_data_t)?|DarwinBoolean|unimpErr|paramErr|NSErrorPointer|AutoreleasingUnsafeMutablePointer",
         "CoreAudioTypes", "CoreAudioTypes",
         "not in Foundation on Linux: import CoreAudioTypes, which each module of Sordino for audio brings"),
    Need(r"Audio(?:StreamBasicDescription|StreamPacketDescription|BufferList|ChannelLayout(?:Tag)?|TimeStamp|FormatID|FormatFlags"
         r"|ChannelLabel|ChannelFlags|ClassDescription|ValueRange)|SMPTETime|UnsafeMutableAudioBufferListPointer"
         r"|kAudioFormat(?!Property)\w+|kLinearPCMFormatFlag\w+|kAudioChannel(?:Layout|Label)\w*|kAudioTimeStamp\w+",
         "CoreAudioTypes", "CoreAudioTypes", "of Core Audio: import CoreAudioTypes"),
    Need(r"AudioObject(?:ID|Property(?:Address|Selector|Scope|Element|Listener\w*)|Get\w+|Set\w+|Has\w+|Is\w+|Add\w+|Remove\w+)"
         r"|AudioDevice(?:ID|IOProc(?:ID)?|IOBlock|Create\w+|Destroy\w+|Start|Stop|GetCurrentTime)|AudioStreamID"
         r"|kAudio(?:Hardware|Device|Stream)Property\w+|kAudioObject\w+|AudioHardware(?:Create|Destroy)AggregateDevice"
         r"|kAudio(?:Aggregate|SubDevice)\w+|kAudioDevice(?:Unknown|TransportType\w+)",
         "CoreAudio", "CoreAudio", WHOLE + "import CoreAudio"),
    Need(r"Audio(?:Queue|File|FileStream|Converter|Services|Session)(?:Ref|ID|New|Open|Create|Get|Set|Play|Start|Stop|Dispose|Read|Write|Close"
         r"|Add|Remove|Enqueue|Allocate|Prime|Pause|Flush|Reset|Convert|Fill|Initialize)\w*|ExtAudioFile\w+|SystemSoundID|AUGraph\w*|AUNode"
         r"|AudioComponent\w*|AudioUnit(?:Set|Get|Render|Initialize|Uninitialize|Add|Remove|Process|Reset)\w*|AudioOutputUnit\w+"
         r"|kAudio(?:Unit|File|Queue|Converter|Services|OutputUnit)\w+|kExtAudioFile\w+|AURenderCallback\w*|AudioUnit|AudioUnitParameter\w*"
         r"|AUAudioUnit\w*|AUParameter\w*|AUValue|AURenderEvent\w*|MusicPlayer\w*|MusicSequence\w*|MusicTrack\w*|MusicTimeStamp",
         "AudioToolbox", "AudioToolbox", "of Core Audio: import AudioToolbox"),
    Need(r"AVAudio(?:Session|Engine|Player|PlayerNode|Recorder|File|Format|PCMBuffer|CompressedBuffer|Buffer|Converter|Time|Node|Mixer"
         r"|MixerNode|Unit\w*|ChannelLayout|ChannelCount|FrameCount|FramePosition|Sequencer|EnvironmentNode|InputNode|OutputNode"
         r"|SourceNode|SinkNode|ConnectionPoint|CommonFormat|3D\w+)|AVSpeech\w+",
         "AVFAudio", "AVFAudio", "of AVFAudio: import AVFAudio"),
    Need(r"NSKeyValueObservation|NSKeyValueObservingOptions|NSKeyValueObservedChange", "observation", "AVFAudio",
         "not in Foundation on Linux: AVFAudio brings it, for the classes that observe(_:options:) works on"),
    Need(r"AV(?:Player|PlayerItem|QueuePlayer|PlayerLooper|URLAsset|Asset|AssetTrack|AssetReader\w*|AssetWriter\w*|AssetExportSession"
         r"|Composition|MutableComposition|AudioMix|MutableAudioMix|MetadataItem|FileType|MediaType|CaptureSession|CaptureDevice)",
         "AVFoundation", "AVFoundation", "of AVFoundation: import AVFoundation"),
    Need(r"CMTime\w*|CMSampleBuffer\w*|CMBlockBuffer\w*|CMAudioFormatDescription\w*|CMItemCount|CMClock\w*|CMTimebase\w*|kCMTime\w+",
         "CoreMedia", "CoreMedia", "of Core Media: import CoreMedia"),
    Need(r"MIDI(?:(?:Client|Port|Endpoint|Device|Entity|ThruConnection|Object)Ref|(?:Client|Port|Endpoint|ThruConnection)(?:Create|Dispose"
         r"|Connect|Disconnect|Get)\w*|Object(?:Get|Set|Find|Remove)\w+|(?:Input|Output)PortCreate\w*|(?:Source|Destination)Create\w*"
         r"|Packet(?:List)?(?:Init|Add|Next)?|EventList\w*|EventPacket\w*|ProtocolID|UniqueID|Notification(?:MessageID)?|TimeStamp"
         r"|ObjectType|Send(?:EventList|Sysex)?|Received(?:EventList)?|GetNumberOf\w+|Get(?:Source|Destination|Device)|FlushOutput"
         r"|Network(?:Session|Host|Connection)|CI(?:Session|Device|Profile)\w*)|kMIDI\w+",
         "CoreMIDI", "CoreMIDI", "of Core MIDI: import CoreMIDI"),
    Need(r"vDSP(?:_\w+)?|vForce|cblas_\w+|DSP(?:Double)?(?:Split)?Complex|vv(?:sqrt|exp|log|pow|sin|cos|tan|div|rec|floor|ceil|tanh)\w*f?",
         "Accelerate", "Accelerate", "of Accelerate: import Accelerate"),
    Need(r"MTAudioProcessingTap\w*|kMTAudio\w+", "MediaToolbox", "MediaToolbox", "of Media Toolbox: import MediaToolbox"),
    Need(r"MPNowPlaying\w+|MPRemoteCommand\w*|MPMedia\w+|MPMusicPlayer\w+", "MediaPlayer", "MediaPlayer",
         "of Media Player: import MediaPlayer"),
    Need(r"SCNetworkReachability\w*", "SystemConfiguration", "SystemConfiguration", WHOLE + "import SystemConfiguration"),
    Need(r"Logger(?=\(subsystem:)|OSSignposter|os_signpost|OSSignpostID", "os", "os", WHOLE + "import os"),
    Need(r"os_log|OSLog(?=\(|\.)|os_unfair_lock\w*|OSAllocatedUnfairLock", "logs", "os", WHOLE + "import os"),
    Need(r"CF(?:String|Data|Dictionary|Array|TypeRef|Range|PropertyList)|kCFAllocator\w+",
         "CoreFoundation types", "AudioToolbox", "not in Foundation on Linux: import AudioToolbox or AVFAudio, which have it"),
    Need(r"CF(?:URL|Number|Index|MutableDictionary|TimeInterval)", "more of CoreFoundation", "AudioToolbox",
         "not in Foundation on Linux: import AudioToolbox or AVFAudio, which have it; CFIndex is Int"),
    Need(r"CFRunLoop(?:GetMain|GetCurrent|Run|Stop|RunInMode|WakeUp)|kCFRunLoop\w+", "run loops", "AudioToolbox",
         "not in Foundation on Linux: import AudioToolbox or AVFAudio, which have it"),
    Need(r"@(?:Observable|ObservationIgnored|ObservationTracked)", "Observation", "Observation",
         "in a module of their own, which SwiftUI brings on Apple's platforms: import Observation"),
    Need(r"URLSession\w*|URLRequest|NSMutableURLRequest|URLResponse|HTTPURLResponse|HTTPCookie\w*|URLCache|CachedURLResponse"
         r"|URLCredential\w*|URLProtectionSpace|URLProtocol\w*|URLAuthenticationChallenge",
         "FoundationNetworking", "FoundationNetworking", "in a module of their own: import FoundationNetworking where it can be imported"),
    Need(r"XMLParser\w*|XMLDocument|XMLElement|XMLNode", "FoundationXML", "FoundationXML",
         "in a module of their own: import FoundationXML where it can be imported"),
]
# Members come from any file of a module; these are found by their whole call.
MEMBERS = [(re.compile(r"\.notifications\(\s*named:"), "AVAudioTypes", "in each module of Sordino: import AVFAudio")]

C_MEMORY = re.compile(r"(?<![\w.])(memcpy|memmove|memset|memcmp|bzero)\s*\(")
OPTIONAL_POINTER = re.compile(r"(?:\.mData|\.baseAddress)\s*$")


def imports_of(name):
    """What to write for an import that Apple's platforms may not have."""
    if name in ("FoundationNetworking", "FoundationXML"):
        return [f"#if canImport({name})", f"    import {name}", "#endif"]
    return [f"import {name}"]
