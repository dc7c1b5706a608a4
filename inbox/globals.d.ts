/** A guide (scripts/build/guides.ts): texts and elements. */
declare module '*.md' {
  export type GuideNode = string | [tag: string, attributes: Record<string, string>, children: GuideNode[]];
  const nodes: GuideNode[];
  export default nodes;
}
